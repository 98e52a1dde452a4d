/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -5.595,
  weights: [0.875, 1.939, 2.442, 1.438, -1.025, -0.021, -0.267, 0.506, 1.79, -0.19, 0.674, 2.221, 1.229, -1.179],
  /** Least probability of each fit; less is `none`. */
  good: 0.932,
  weak: 0.607,
} as const
