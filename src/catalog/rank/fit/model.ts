/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -5.56,
  weights: [0.912, 1.963, 2.409, 1.403, -1.067, -0.201, -0.194, 0.567, 1.798, -0.455, 0.66, 2.217, 1.19, -1.142],
  /** Least probability of each fit; less is `none`. */
  good: 0.933,
  weak: 0.561,
} as const
