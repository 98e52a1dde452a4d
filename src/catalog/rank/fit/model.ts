/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -6.153,
  weights: [
    3.035, 2.97, -2.046, -2.193, -0.27, 1.357, -2.349, 1.467, -2.078, 3.557, -0.529, 1.903, -2.825, 0.136, 2.44, -0.845,
  ],
  /** Least probability of each fit; less is `none`. */
  good: 0.627,
  weak: 0.347,
} as const
