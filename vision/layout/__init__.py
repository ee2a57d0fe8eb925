"""Which tiles lie there and how they join. May import `scorer`, `types`, `probability` and `geometry`.

One likelihood model, in four steps:

1. Pose (contacts.py). A neighbour can lie at eight spots of a tile: its two ends, the two sides of each half, and the
   middles of its two sides. For two tiles and two spots, gap, offset and angle have a density if the tiles are joined
   and another if they are neighbours by accident. The log of their ratio is the fit of that way of lying. A second
   ratio compares tiles laid in rows with neighbours by accident.
2. Values (value_assignment.py). Each tile's value is weighed by its neighbours: if a pair is joined, the halves that
   touch show the same. Then every tile gets its own value, by minimum-cost assignment, as a set holds each tile once.
3. Class (joins.py). Each pair of neighbours is joined, there by accident, or in a row. How common the three classes
   are on this table is estimated from all its other pairs.
4. Forest (joins.py). A layout has no rings, so the joins are a spanning forest, chosen the surest first. A join at a
   half or spot that is taken is less likely.

Shapes are named by these axes: N tiles, M pairs of neighbours, 8 spots of the first tile by 8 spots of the second,
S pip counts, T tiles of the set. All odds are natural logarithms.
"""
