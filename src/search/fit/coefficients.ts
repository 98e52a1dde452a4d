/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -7.112,
  weights: [4.762, -3.199, -1.405, 7.207, 2.678, -1.413, 2.957, -2.803],
  /** Least probability of each fit; less is `none`. */
  good: 0.734,
  weak: 0.328,
} as const
