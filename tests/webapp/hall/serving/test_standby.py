"""The program that serves a hall is killed, and another that stood by serves it: nothing is lost or doubled."""

from kill_hub import Hall


def test_a_hall_goes_on_in_the_program_that_stood_by(postgres_address, tmp_path):
    """`python tests/support/kill_hub.py` does it 50 times, and prints how long the tables stood still."""
    hall = Hall(postgres_address, tmp_path)
    try:
        hall.kill_hub()
        assert hall.faults() == []
    finally:
        hall.close()
