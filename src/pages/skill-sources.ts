/** Where the skills are, and what becomes of their sources, which name the default address of the service. */

export const SKILLS = new URL('../../skills/', import.meta.url)

/** Begins addresses in examples where no service is known, as over stdio: nothing that an agent could mistake for one. */
export const NO_BASE_URL = '{base_url}'

/** The source of a skill as it is served: it names the address that it is served from in place of the default one. */
export const addressed = (source: string, baseUrl: string): string =>
  source.replaceAll('http://localhost:8080', baseUrl || NO_BASE_URL)
