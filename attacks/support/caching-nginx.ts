/** nginx with a cache in front of a service of this machine. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askPort, randomlyAsked, seen } from '../../test/http/shared-cache.ts'
import { closedPort } from '../../test/inbox/support/receivers.ts'
import { scratch } from '../../test/scratch.ts'
import { randomFrom } from './attack.ts'

async function cachingNginx(upstream: number) {
  const [place, port] = [scratch(), await closedPort()]
  mkdirSync(join(place, 'temp'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${place}/temp/${name};`,
  )
  const main = join(place, 'nginx.conf')
  writeFileSync(
    main,
    `daemon off; master_process off; pid ${place}/pid; error_log ${place}/error.log;
    events {}
    http {
      access_log off; ${temporary.join(' ')}
      proxy_cache_path ${place}/cache keys_zone=answers:4m;
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://127.0.0.1:${upstream};
          proxy_set_header Host localhost;
          proxy_cache answers;
          add_header X-Cache $upstream_cache_status always;
        }
      }
    }`,
  )
  const child = spawn(process.env.NGINX_BIN ?? 'nginx', ['-p', place, '-c', main], { stdio: 'ignore' })
  const ended = once(child, 'close')
  while (!(await fetch(`http://127.0.0.1:${port}/robots.txt`).catch(() => undefined)))
    if (child.exitCode !== null) throw new Error('nginx ended')
  return {
    port,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Sends random pairs through the cache, and each that it answers to the service too. */
export async function compareThroughNginx(upstream: number, count: number, seed: number) {
  const nginx = await cachingNginx(upstream)
  const random = randomFrom(seed)
  const found = { hits: 0, wrong: [] as object[] }
  try {
    for (let each = 0; each < count; each++) {
      const asked = randomlyAsked(random)
      const answer = await askPort(nginx.port, asked)
      if (answer.headers.get('x-cache') !== 'HIT') continue
      found.hits++
      const [given, expected] = [seen(answer), seen(await askPort(upstream, asked))]
      if (JSON.stringify(given) !== JSON.stringify(expected)) found.wrong.push({ asked, given, expected })
    }
  } finally {
    await nginx.stop()
  }
  return found
}
