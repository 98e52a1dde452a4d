/** deploy/nginx/sdk-catalog.conf on a port of this machine: other ports, and a certificate of our own. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { read } from './support.ts'

interface Place {
  port: number
  replicas: readonly string[]
  /** Without TLS, for clients that do not know the certificate. */
  plain?: boolean
}

/** @returns the main file for `nginx -c`, in the folder, where nginx writes too */
export function nginxFiles(folder: string, { port, replicas, plain = false }: Place): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate]
  execFileSync('openssl', [...request, ...subject], { stdio: 'ignore' })
  const ports = replicas.values()
  const text = read('nginx/sdk-catalog.conf')
    .replaceAll(/server 127\.0\.0\.1:\d+/g, () => `server ${ports.next().value}`)
    .replaceAll(/listen (\[::\]:)?80;/g, '')
    .replaceAll(/listen \[::\]:443.*;/g, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ${plain ? '' : 'ssl http2'};`)
    .replace(/server \{\s*server_name.*?\n\}/s, '')
    .replace('/var/cache/nginx', folder)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const main = join(folder, 'nginx.conf')
  const http = ['access_log off;', ...temporary, text].join('\n')
  const events = 'events { worker_connections 1024; }'
  writeFileSync(main, `pid ${join(folder, 'pid')};\nerror_log stderr;\n${events}\nhttp {\n${http}\n}\n`)
  return main
}
