"""Everything that is said, sentence by sentence; the catalogues have them in every language."""

from __future__ import annotations

from collections.abc import Mapping

from muggins.texts import Text, lazy_gettext, lazy_ngettext, lazy_pgettext

SENTENCES: Mapping[str, Text] = {
    "game": lazy_gettext("New game: %(players)s. First to %(target)s."),
    "game-rounds": lazy_gettext("New game: %(players)s. Rounds: %(number)s."),
    "game-pairs": lazy_gettext("New game: %(player)s discards pairs of %(number)s pips."),
    "pair": lazy_gettext("%(tile)s with %(other)s."),
    "set": lazy_gettext("%(player)s sets %(tile)s."),
    "play": lazy_gettext("%(player)s plays %(tile)s."),
    "count": lazy_gettext("%(count)s."),
    "score": lazy_gettext("%(count)s, %(points)s for %(player)s."),
    "claim": lazy_gettext("%(points)s for %(player)s."),
    "by-hand": lazy_gettext("%(points)s for %(player)s, by hand."),
    "by-hand-less": lazy_gettext("%(points)s taken from %(player)s."),
    "wrong-claim": lazy_gettext("%(player)s claims %(claimed)s: that is wrong. Nothing is scored."),
    "false-claim": lazy_gettext("%(player)s claims %(claimed)s, but there is nothing to claim."),
    "false-muggins": lazy_gettext("%(player)s calls Muggins, but nothing was missed."),
    "missed": lazy_ngettext(
        "Muggins! %(player)s missed %(points)s; it goes to %(to)s.",
        "Muggins! %(player)s missed %(points)s; they go to %(to)s.",
        1,
    ),
    "missed-lost": lazy_ngettext(
        "Muggins! %(player)s missed %(points)s; it is lost.",
        "Muggins! %(player)s missed %(points)s; they are lost.",
        1,
    ),
    "unclaimed": lazy_gettext("Nobody claimed: %(points)s to %(to)s."),
    "unclaimed-lost": lazy_gettext("Nobody claimed %(points)s."),
    "pass": lazy_gettext("%(player)s passes."),
    "draw": lazy_gettext("%(player)s draws %(tiles)s."),
    "struck-play": lazy_gettext("%(player)s's %(tile)s is taken back."),
    "struck-end": lazy_gettext("The end of the hand is taken back."),
    "struck": lazy_gettext("Taken back: %(sentence)s"),
    "restored-play": lazy_gettext("%(player)s's %(tile)s is back."),
    "restored": lazy_gettext("Back again: %(sentence)s"),
    "correct-same": lazy_gettext("Corrected. The scores stay the same."),
    "correct": lazy_gettext("Corrected. %(scores)s."),
    "hand_end": lazy_gettext("The hand goes to %(side)s: %(points)s. %(scores)s."),
    "hand_end-bare": lazy_gettext("The hand goes to %(side)s, without points."),
    "hand_end-untold": lazy_gettext("The hand is over. Its points wait for the tiles left with %(players)s."),
    "hand_end-pairs": lazy_gettext("No pair is left."),
    "hand_end-tie": lazy_gettext("Nobody wins the hand."),
    "won": lazy_ngettext("%(side)s wins the game. %(scores)s.", "%(side)s win the game. %(scores)s.", 1),
    "skunk": lazy_gettext("A skunk!"),
    "needs": lazy_ngettext("%(side)s needs %(points)s.", "%(side)s need %(points)s.", 1),
    "misplay": lazy_gettext("Misplay: %(tile)s does not fit there."),
    "out-of-turn": lazy_gettext("%(player)s is out of turn."),
    "drew-although-able": lazy_gettext("%(player)s drew although able to play."),
    "over-draw": lazy_gettext("Too many tiles were drawn."),
    "exposed": lazy_gettext("A tile was seen while the hands were drawn: all draw again."),
    "under-draw": lazy_gettext("Too few tiles were drawn."),
    "passed-although-able": lazy_gettext("%(player)s passed although able to play."),
    "passed-too-soon": lazy_gettext("%(player)s may not pass while tiles can be drawn."),
    "not-blocked": lazy_gettext("Somebody could still play."),
    "cannot-be-out": lazy_gettext("%(player)s cannot have gone out."),
    "miscounted": lazy_gettext("A hand has too many tiles, or too few."),
    "wrong-set": lazy_gettext("Another tile should have been set."),
    "bonus-opening-pass": lazy_gettext("A pass on the set: %(points)s for %(side)s."),
    "bonus-pass-round": lazy_gettext("All the others pass: %(points)s for %(side)s."),
    "bonus-hand": lazy_gettext("The bonus of the hand: %(points)s for %(side)s."),
    "bonus-capicua": lazy_gettext("Capicúa! That is %(points)s for %(side)s."),
    "bonus-chuchazo": lazy_gettext("Chuchazo! That is %(points)s for %(side)s."),
    "hand_end-game": lazy_gettext("The hand goes to %(side)s."),
    "scores": lazy_gettext("%(scores)s."),
    "one-all": lazy_gettext("One all!"),
    "love": lazy_gettext("%(number)s love!"),
}
"""By the name of an event or a fault, with a case of it after a hyphen. Where there are two forms, `number` decides."""

# For translators: what players of the language call out at a table, not these words in translation; “none” where they
# have nothing of the kind.
TALK: Mapping[str, Text] = {
    "crown jewels": lazy_pgettext("table talk", "The crown jewels!"),
    "Harry Belly": lazy_pgettext("table talk", "Harry Belly!"),
    "snake eyes": lazy_pgettext("table talk", "Snake eyes!"),
    "double deuce": lazy_pgettext("table talk", "Double deuce!"),
    "double blank": lazy_pgettext("table talk", "Double blank, just that."),
    "nugget": lazy_pgettext("table talk", "The nugget!"),
    "dancing girl": lazy_pgettext("table talk", "A dancing girl!"),
    "banker's set": lazy_pgettext("table talk", "The banker's set!"),
    "crossing the T": lazy_pgettext("table talk", "Crossing the T!"),
    "to follow": lazy_pgettext("table talk", "To follow!"),
    "follow tile": lazy_pgettext("table talk", "The follow tile!"),
    "cut off": lazy_pgettext("table talk", "Cut off!"),
    "tile shop": lazy_pgettext("table talk", "Off to the tile shop."),
    "to domino": lazy_pgettext("table talk", "Domino!"),
    "lighthouse": lazy_pgettext("table talk", "That was a lighthouse!"),
}
"""The talk of the club, said where people ask for it: by the expressions of `muggins.scorer.reports.table_talk`."""
