/** Markdown that tries to run something in the reader's browser, or to leave the place that a README has on the page. */
import vectors from './xss.json' with { type: 'json' }

/** The same in the facts of an SDK. */
export const HOSTILE_FACTS = {
  title: '"><img src=x onerror=alert(1)> </title><script>alert(2)</script>',
  description: "' onmouseover='alert(3) <svg onload=alert(4)>",
  topics: ['"><script>alert(5)</script>'],
}

/** The mutations change their meaning when they are parsed a second time, or shadow names of the page. */
export const VECTORS: readonly string[] = [...vectors.links, ...vectors.elements, ...vectors.mutations]
