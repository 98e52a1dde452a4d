/** Where the skills are, and what becomes of their sources, which name the default address of the service. */

export const SKILLS = new URL('../../skills/', import.meta.url)

/** Begins addresses in the sources. */
const DEFAULT_BASE_URL = 'http://localhost:8080'
/** Begins addresses in examples where no service is known, as over stdio: nothing that an agent could mistake for one. */
export const NO_BASE_URL = '{base_url}'

/** The source of a skill as it is served: it names the address that it is served from. */
export const addressed = (source: string, baseUrl: string): string =>
  source.replaceAll(DEFAULT_BASE_URL, baseUrl || NO_BASE_URL)
