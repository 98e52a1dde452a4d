/** nginx as a server of files, under Linux with the Debian package nginx: the catalogue, also compressed beforehand. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, HOST, type Running, recorded } from './running.ts'

const CATALOG = '/api/sdk/catalog.json'

/** Why it cannot run here; undefined where it can. */
export function nginxMissing(): string | undefined {
  if (process.platform !== 'linux') return 'its CPU time is read as Linux tells it'
  const { stderr } = spawnSync('nginx', ['-V'], { encoding: 'utf8' })
  return stderr?.includes('gzip_static_module') ? undefined : 'the Debian package nginx is not installed'
}

export async function nginx(): Promise<Running> {
  const root = mkdtempSync(join(tmpdir(), 'bench-nginx-'))
  const file = join(root, CATALOG)
  mkdirSync(dirname(file), { recursive: true })
  const codings = { [file]: 'identity', [`${file}.gz`]: 'gzip' }
  for (const [place, coding] of Object.entries(codings)) {
    const [answer] = await recorded([{ method: 'GET', path: CATALOG, headers: { 'accept-encoding': coding } }])
    writeFileSync(place, answer!.bytes)
  }
  const port = await freePort()
  const settings = join(root, 'nginx.conf')
  writeFileSync(settings, configuration(root, port))
  const child = spawn('nginx', ['-p', root, '-c', settings, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] })
  process.on('exit', () => {
    child.kill('SIGKILL')
    rmSync(root, { recursive: true, force: true })
  })
  while (!(await listens(port))) await sleep(10)
  return { port, cpu: () => Number(readFileSync(`/proc/${child.pid}/schedstat`, 'utf8').split(' ')[0]) / 1000 }
}

/** One process, without a log, that keeps connections for any number of requests. */
const configuration = (root: string, port: number): string => `
daemon off;
error_log stderr crit;
master_process off;
pid ${root}/pid;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${root}/body;
  proxy_temp_path ${root}/proxy;
  fastcgi_temp_path ${root}/fastcgi;
  uwsgi_temp_path ${root}/uwsgi;
  scgi_temp_path ${root}/scgi;
  default_type application/json;
  sendfile on;
  gzip_static on;
  keepalive_requests 100000000;
  server { listen ${HOST}:${port}; root ${root}; }
}
`

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, HOST)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.unref()
  })
