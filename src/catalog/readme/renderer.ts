/**
 * Names the code that renders READMEs: HTML from a build by another renderer is not served. A test holds it against
 * render-html.ts, its imports and its libraries, and prints the new name.
 */
export const RENDERER = 'bd6a19f018d7b5fc'
