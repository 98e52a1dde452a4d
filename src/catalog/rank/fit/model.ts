/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -3.574,
  weights: [5.202, -3.433, -2.422, 5.466, 1.348, -3.708, 1.471, 3.562, -2.556],
  /** Least probability of each fit; less is `none`. */
  good: 0.695,
  weak: 0.343,
} as const
