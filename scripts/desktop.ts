/**
 * Makes sdk-catalog.mcpb, which Claude Desktop and others install with a click: the package, its dependencies and a
 * manifest (https://github.com/modelcontextprotocol/mcpb). Run it with `node scripts/desktop.ts`; it needs a packed dist/.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverIdentity as identity } from '../src/pages/server-identity.ts'
import { mcpTools } from '../src/tools/index.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const MCPB = join(ROOT, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js')

const { version, license, files, engines, author } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

const manifest = {
  manifest_version: '0.3',
  name: 'sdk-catalog',
  display_name: identity.title,
  version,
  description: identity.description,
  author: { name: author },
  license,
  server: {
    type: 'node',
    entry_point: 'bin/sdk-catalog.js',
    mcp_config: { command: 'node', args: [`\${__dirname}/bin/sdk-catalog.js`, 'stdio'], env: {} },
  },
  tools: mcpTools.map(({ name, title }) => ({ name, description: title })),
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
}

/** @param target path of the bundle */
function makeBundle(target: string): void {
  const staged = mkdtempSync(join(tmpdir(), 'sdk-catalog-mcpb-'))
  const mcpb = (...args: string[]) =>
    execFileSync(process.execPath, [MCPB, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    for (const name of [...files, 'package.json', 'package-lock.json', 'LICENSE']) {
      cpSync(join(ROOT, name), join(staged, name), { recursive: true })
    }
    // Optional packages are programs of this platform, and the bundle is for all.
    const quick = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--silent']
    execFileSync('npm', ['ci', '--omit=dev', '--omit=optional', ...quick], { cwd: staged })
    writeFileSync(join(staged, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    mcpb('validate', join(staged, 'manifest.json'))
    mcpb('pack', staged, target)
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

makeBundle(process.argv[2] ?? join(ROOT, 'sdk-catalog.mcpb'))
