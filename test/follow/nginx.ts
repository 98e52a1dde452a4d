/** nginx from its Debian package as the source of a catalogue: files by GET and PUT, signed URLs, and compression. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { until } from '../e2e/service.ts'
import { closedPort } from '../inbox/support/receivers.ts'
import { scratch } from '../scratch.ts'

const NGINX = process.env.NGINX_BIN ?? 'nginx'
export const hasNginx = spawnSync(NGINX, ['-v']).error === undefined

const SECRET = 'only-the-server-and-the-operator-know-it'

export async function nginx() {
  const place = scratch()
  for (const folder of ['files', 'temp']) mkdirSync(join(place, folder))
  const [plain, tls] = [await closedPort(), await closedPort()]
  const [key, certificate] = [join(place, 'key.pem'), join(place, 'certificate.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', certificate],
    { stdio: 'ignore' },
  )
  writeFileSync(
    join(place, 'nginx.conf'),
    `daemon off; master_process off; pid ${place}/pid; error_log ${place}/error.log;
    events {}
    http {
      access_log ${place}/access.log;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${place}/temp/${name};`).join(' ')}
      types { application/gzip gz; }
      client_max_body_size 100m;
      server {
        listen 127.0.0.1:${plain}; listen 127.0.0.1:${tls} ssl;
        ssl_certificate ${certificate}; ssl_certificate_key ${key};
        location /files/ { root ${place}; dav_methods PUT; }
        location /moved/ { return 302 /files/catalogue.tar.gz; }
        location /away/ { return 302 http://files.example.invalid/catalogue.tar.gz; }
        location /round/ { return 307 /round/again; }
        location /slow/ { alias ${place}/files/; limit_rate 200; }
        # Compressed once more on the way, which makes the ETag a weak one.
        location /again/ { alias ${place}/files/; gzip on; gzip_types application/gzip; gzip_min_length 0; }
        # The file's own compression declared as Content-Encoding.
        location /encoded/ { alias ${place}/files/; types {} default_type application/x-tar; add_header Content-Encoding gzip; }
        # As a presigned URL: a signature over path and end in the query.
        location /signed/ {
          alias ${place}/files/;
          secure_link $arg_signature,$arg_expires;
          secure_link_md5 "$secure_link_expires$uri ${SECRET}";
          if ($secure_link = "") { return 403; }
          if ($secure_link = "0") { return 410; }
        }
      }
    }`,
  )
  const child: ChildProcess = spawn(NGINX, ['-p', place, '-c', join(place, 'nginx.conf')], { stdio: 'ignore' })
  const ended = once(child, 'close')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  const url = `http://127.0.0.1:${plain}`
  const answers = until(async () => (await fetch(url)).status > 0)
  await Promise.race([answers, ended.then(() => Promise.reject(new Error('nginx ended')))])
  return {
    url,
    tlsUrl: `https://localhost:${tls}`,
    certificate,
    kill,
    put: (archive: Buffer) => writeFileSync(join(place, 'files/catalogue.tar.gz'), archive),
    /** @param expires seconds since 1970 */
    signed(expires: number): string {
      const path = '/signed/catalogue.tar.gz'
      const signature = createHash('md5').update(`${expires}${path} ${SECRET}`).digest('base64url')
      return `${url}${path}?${new URLSearchParams({ signature, expires: String(expires) })}`
    },
    /** Statuses of the answers so far. */
    answers: () =>
      [...readFileSync(join(place, 'access.log'), 'utf8').matchAll(/catalogue\.tar\.gz\S* HTTP\/1\.1" (\d+)/g)].map(
        ([, status]) => Number(status),
      ),
  }
}
