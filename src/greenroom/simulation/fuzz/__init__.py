"""The race fuzzer: random candidates against the real session, and what must hold all the same.

    make fuzz N=10000
    python -m greenroom.simulation.fuzz --n 1000 --seed 0 -j 2
    python -m greenroom.simulation.fuzz --n 1 --seed 123 --tell

Each seed is one interview: its plan, its candidate, its recogniser, its interviewer (behind the port
or with real function tools), its journal's speed, and the order in which things of the same instant
come. `invariants` lists what no interview may break, `coverage` what a run of many must have reached.
"""

from greenroom.simulation import clock

clock.install()  # before anything imports livekit
