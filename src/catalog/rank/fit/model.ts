/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -5.949,
  weights: [
    2.981, 2.876, -2.197, -2.361, -0.274, 1.258, -2.525, 1.545, -1.996, 3.513, -0.507, 1.884, -2.899, 0.119, 2.385,
    -0.868,
  ],
  /** Least probability of each fit; less is `none`. */
  good: 0.621,
  weak: 0.346,
} as const
