"""What goes wrong in a world, one thing after another, as its seed says; then fair weather."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.faults.world import World

Fault = Callable[["World"], Awaitable[None]]
CALM = 1.0  # seconds of fair weather in the end


async def full_disk(world: World) -> None:
    world.disk.trouble = "full"
    await asyncio.sleep(world.draw.uniform(0.1, 2))
    world.disk.trouble = ""


async def broken_disk(world: World) -> None:
    world.disk.trouble = world.draw.choice(("write", "sync"))
    await asyncio.sleep(world.draw.uniform(0.1, 2))
    world.disk.trouble = ""


async def slow_disk(world: World) -> None:
    """Nothing is synced for up to half a minute, longer than anybody waits for."""
    seconds = world.draw.choice((0.5, 3.0, 15.0, 30.0))
    world.slow_until = world.loop.time() + seconds
    world.slow.append((world.loop.time(), world.slow_until))
    await asyncio.sleep(seconds)


async def power_cut(world: World) -> None:
    """In the middle of what the disk is doing, or in a pause."""
    world.disk.cut_after = world.draw.randrange(1, 25)
    for _ in range(300):
        if not world.disk.is_off:
            await asyncio.sleep(0.005)
    await down(world, power=True)


async def kill(world: World) -> None:
    await down(world, power=False)


async def down(world: World, power: bool) -> None:
    world.die(power)
    await asyncio.sleep(world.draw.uniform(0, 2))
    world.disk.trouble, world.slow_until = "", 0.0
    await world.start()


async def clock_jump(world: World) -> None:
    """The machine's clock is set ahead or back, by a second or by a week."""
    world.jumped += world.draw.choice((-1, 1)) * world.draw.choice((1.0, 60.0, 3600.0, 7 * 86400.0))


async def bad_network(world: World) -> None:
    world.network.bad = world.draw.uniform(0.05, 0.3)
    await asyncio.sleep(world.draw.uniform(0.5, 4))
    world.network.bad = 0.0


FAULTS: tuple[Fault, ...] = (
    full_disk,
    broken_disk,
    slow_disk,
    power_cut,
    kill,
    clock_jump,
    bad_network,
)


async def weather(world: World, faults: int, kinds: tuple[Fault, ...] = FAULTS) -> None:
    for _ in range(faults):
        await asyncio.sleep(world.draw.uniform(0, 1))
        await world.draw.choice(kinds)(world)
    await asyncio.sleep(CALM)
