/** Markdown that tries to run something in the reader's browser, or to leave the place that a README has on the page. */
import vectors from './xss.json' with { type: 'json' }

/** The mutations change their meaning when they are parsed a second time, or shadow names of the page. */
export const VECTORS: readonly string[] = [...vectors.links, ...vectors.elements, ...vectors.mutations]
