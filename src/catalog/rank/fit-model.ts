/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -7.292,
  weights: [
    0.406, 1.589, 1.8, 1.512, -0.016, 0.768, -1.156, 1.28, -0.082, 0.274, -0.158, 0.574, 1.478, -0.342, 1.572, 2.192,
    1.201, 0.749, -1.055,
  ],
  /** Least probability of each fit; less is `none`. */
  good: 0.929,
  weak: 0.632,
} as const
