/** Wrong values of the settings, for the tests of what a wrong one ends in. */
import type { settings } from '../src/config.ts'

type Name = keyof typeof settings

/** A value that each variable refuses; every one that can be wrong is here. */
export const WRONG: Partial<Record<Name, readonly string[]>> = {
  PORT: ['eighty', '-1', '65536', '80.5', '80.0', '8e3', '0x50', ' 80', '+80', 'Infinity', '1'.repeat(30)],
  BASE_URL: [
    ...['localhost', 'ftp://a.example', '//a.example', 'http://', 'https://a.example/?q', 'https://a.example/#x'],
    ...['https://a.example/base'],
  ],
  BRAND: ['Acme', 'a b', '-a', 'a/b', 'é', '../x', 'a'.repeat(42)],
  SERVICE_NAME: ['   ', 'x'.repeat(81), 'two\nlines'],
  ALLOWED_ORIGINS: [
    ...['a.example', 'https://a.example,nonsense', 'https://a.example/path', '*', 'null', 'file:///a'],
    ...['ws://a.example'],
  ],
  ALLOWED_HOSTS: ['https://a.example', 'a.example:8080', 'a b', '*', 'a.example,/'],
  CLIENT_QUEUE: ['-1', '1.5', 'many', '1000001'],
  STORE_MB: ['0', '1.5', 'much', '65537'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'ftp://collector'],
  OTEL_TRACES_SAMPLER_ARG: ['2', '-1', 'all'],
  DRAIN_SECONDS: ['-1', '0.5', '301'],
  DATABASE_URL: ['mysql://a:hunter2@b', 'secret-nonsense'],
  SMTP_URL: ['http://a', 'mail.example'],
  CONTACT_FROM: ['x', 'inbox', 'a@site.example, b@site.example', 'Inbox <inbox>', '@site.example', 'a@b@site.example'],
  CONTACT_TO: ['x', 'a@site.example,team', 'a@site.example b@site.example', 'Team <team>', ','],
  CONTACT_WEBHOOK_URL: ['ftp://a', 'hook', 'http://hooks.example/', 'https://user:password@hooks.example/'],
  CONTACT_WEBHOOK_SECRET: [
    ...['secret-nonsense', 'whsec_c2hvcnQ=', `whsec_${Buffer.alloc(65).toString('base64')}`],
    ...[Buffer.alloc(24).toString('base64'), 'not base64 at all, but long enough to be one'],
  ],
  CONTACT_WEBHOOK_FORMAT: ['Slack', 'mattermost'],
  CONTACT_RATE: ['5', '0/60', '5/0', '-1/60', '5/60/1', 'a/b', '5/1e3'],
  CONTACT_GLOBAL_RATE: ['5', '0/60', '60/'],
  CONTACT_RETENTION_DAYS: ['0', '3651', '1.5', 'month', '1e2'],
  TURNSTILE_VERIFY_URL: ['verify', 'ftp://a'],
  CHECK_OUTPUT: ['yes', '1'],
  CATALOG_URL: ['http://a.example/x', 'ftp://a.example', 'archive'],
  CATALOG_PUBLIC_KEY: ['key', 'AAAA'],
  METRICS_PORT: ['0', '65536', 'metrics'],
  METRICS_TOKEN: ['short'],
  ACCESS_LOG: ['yes', 'ON'],
  SEARCH_COUNTS: ['no'],
  HSTS: ['yes', '31536000'],
  LOG_LEVEL: ['verbose', 'INFO', '3'],
}
/** Any text is a file name, a name or a list that other modules read, so these are found wrong later, or never. */
export const ANY_TEXT: readonly Name[] = [
  ...['HOST', 'CATALOG_DIR', 'DATA_DIR', 'TRUSTED_PROXIES', 'TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'],
  'OTEL_SERVICE_NAME',
] as const
