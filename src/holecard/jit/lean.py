"""LLVM's passes for a solver's kernels: fewer than Numba runs, for the same figures.

Numba has each function go through all that simplifies one function before it is taken in, and the
whole again afterwards; and LLVM writes a loop out several times, which for loops over ten ranks and
a few hands is code that takes longer to make than it saves. Here a function is only tidied by
itself, and no loop is written out (docs/decisions/0033). No pass may change a figure: none of them
reorders floating point.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding  # type: ignore[import-untyped]

SPEED = 3


def builder(codegen: Any) -> Any:
    """What makes LLVM's passes, with loops left as they are written."""
    how = binding.create_pipeline_tuning_options()
    how.speed_level = SPEED
    how.loop_vectorization = True
    how.loop_interleaving = how.loop_unrolling = how.slp_vectorization = False
    return binding.create_pass_builder(codegen._tm, how)


def tidy(codegen: Any, module: Any) -> None:
    """Each function by itself: numbers in registers, and what is plainly not needed left out."""
    module.data_layout = codegen._data_layout
    passes, made_by = binding.create_new_function_pass_manager(), builder(codegen)
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.add_refprune_pass()
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, made_by)


def optimise(codegen: Any, module: Any) -> None:
    """A whole kernel, all it calls taken in: as Numba does it, but for the loops."""
    first, cheap = codegen._module_pass_manager(
        loop_vectorize=False, slp_vectorize=False, opt=0, cost="cheap"
    )
    first.run(module, cheap)
    made_by = builder(codegen)
    passes = made_by.getModulePassManager()
    passes.add_refprune_pass()
    passes.run(module, made_by)
