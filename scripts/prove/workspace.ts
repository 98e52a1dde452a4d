/** The environment of one line: its own home, git redirected to the local repository, and the API stub as the network. */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const LUA_PROXY = fileURLToPath(new URL('./lua-proxy.lua', import.meta.url))

/**
 * For the install line: package managers use the registries that the machine is set up for, and caches that all lines
 * share. pip refuses to install outside of a virtual environment, so that the machine's own Python stays as it is.
 */
export async function installEnvironment(folder: string, caches: string, module: string): Promise<NodeJS.ProcessEnv> {
  const home = join(folder, 'home')
  await mkdir(home, { recursive: true })
  const { npm_config_userconfig: npmrc = join(homedir(), '.npmrc'), PIP_CONFIG_FILE } = process.env
  const pip = PIP_CONFIG_FILE ?? join(homedir(), '.config/pip/pip.conf')
  return {
    ...inherited(),
    // The Node that runs this, as first code needs one that strips types and reads proxies from its environment.
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: home,
    GIT_PROGRESS_DELAY: '3600',
    TMPDIR: folder,
    npm_config_userconfig: npmrc,
    npm_config_cache: join(caches, 'npm'),
    npm_config_update_notifier: 'false',
    ...(existsSync(pip) && { PIP_CONFIG_FILE: pip }),
    PIP_CACHE_DIR: join(caches, 'pip'),
    PIP_REQUIRE_VIRTUALENV: 'true',
    GOPATH: join(folder, 'gopath'),
    GOMODCACHE: join(caches, 'go'),
    // Compiling the standard library takes longer than a line may; entries are named by their content.
    GOCACHE: process.env.GOCACHE ?? join(homedir(), '.cache/go-build'),
    GOFLAGS: '-modcacherw',
    GOTOOLCHAIN: 'local',
    // From its repository, and not from a proxy; other modules as the machine is set up.
    GOPRIVATE: module,
  }
}

/** Settings of where packages come from, and of where tools are; nothing that may be secret. */
const INHERITED =
  /^(?:LANG|LC_.*|PIP_.*|npm_config_(?:registry|cafile)|GOPROXY|SSL_CERT_.*|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i

const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => INHERITED.test(name)))

/**
 * Environment in which git reads the repository from the local directory instead of from its URL, and reaches nothing else.
 */
export async function redirectedGit(folder: string, url: string, directory: string): Promise<Record<string, string>> {
  const file = join(folder, 'gitconfig')
  const quoted = JSON.stringify(directory)
  const addresses = [url, `${url}.git`].map((address) => `\tinsteadOf = ${JSON.stringify(address)}\n`).join('')
  const allowed = '[protocol]\n\tallow = never\n[protocol "file"]\n\tallow = always\n[safe]\n\tdirectory = *\n'
  await writeFile(file, `[url ${quoted}]\n${addresses}${allowed}`)
  return { GIT_CONFIG_GLOBAL: file, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' }
}

/** For first code, on top of that: every runtime gets the stub as its proxy and its certificate as trusted. */
export async function callEnvironment(
  folder: string,
  stub: string,
  certificate: string,
): Promise<Record<string, string>> {
  const settings = join(folder, 'php')
  await mkdir(settings, { recursive: true })
  await writeFile(join(settings, 'prove.ini'), `curl.cainfo=${certificate}\nopenssl.cafile=${certificate}\n`)
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()])
  return {
    ...Object.fromEntries(proxies.map((name) => [name, stub])),
    NO_PROXY: '',
    no_proxy: '',
    SSL_CERT_FILE: certificate,
    CURL_CA_BUNDLE: certificate,
    REQUESTS_CA_BUNDLE: certificate,
    NODE_EXTRA_CA_CERTS: certificate,
    NODE_USE_ENV_PROXY: '1',
    NODE_NO_WARNINGS: '1',
    PHP_INI_SCAN_DIR: `:${settings}`,
    LUA_INIT: `@${LUA_PROXY}`,
    GOPROXY: 'off',
  }
}
