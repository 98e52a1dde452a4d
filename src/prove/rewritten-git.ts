/** Directs the git of install lines to a local repository. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Environment in which git takes the repository from the local directory wherever the URL is named, and reaches
 * nothing else.
 */
export async function rewrittenGit(folder: string, url: string, directory: string): Promise<Record<string, string>> {
  const file = join(folder, 'gitconfig')
  const quoted = JSON.stringify(directory)
  const addresses = [url, `${url}.git`].map((address) => `\tinsteadOf = ${JSON.stringify(address)}\n`).join('')
  const allowed = '[protocol]\n\tallow = never\n[protocol "file"]\n\tallow = always\n[safe]\n\tdirectory = *\n'
  await writeFile(file, `[url ${quoted}]\n${addresses}${allowed}`)
  return { GIT_CONFIG_GLOBAL: file, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' }
}
