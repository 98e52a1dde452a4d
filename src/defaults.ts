/**
 * The names of the settings, and defaults that stdio needs before it has loaded anything else. Apart from config.ts,
 * because its schemas take as long to load as Node takes to start.
 */

export const SETTING_NAMES = [
  'PORT',
  'HOST',
  'BASE_URL',
  'BRAND',
  'SERVICE_NAME',
  'CATALOG_DIR',
  'CATALOG_URL',
  'CATALOG_PUBLIC_KEY',
  'ALLOWED_ORIGINS',
  'ALLOWED_HOSTS',
  'DATA_DIR',
  'DATABASE_URL',
  'SMTP_URL',
  'CONTACT_FROM',
  'CONTACT_TO',
  'CONTACT_WEBHOOK_URL',
  'CONTACT_WEBHOOK_SECRET',
  'CONTACT_RATE',
  'CONTACT_GLOBAL_RATE',
  'CONTACT_RETENTION_DAYS',
  'CLIENT_QUEUE',
  'TRUSTED_PROXIES',
  'TURNSTILE_SITE_KEY',
  'TURNSTILE_SECRET_KEY',
  'TURNSTILE_VERIFY_URL',
  'CHECK_OUTPUT',
  'METRICS_PORT',
  'METRICS_TOKEN',
  'WORKERS',
  'HSTS',
  'ACCESS_LOG',
  'SEARCH_COUNTS',
  'DRAIN_SECONDS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER_ARG',
  'LOG_LEVEL',
] as const

export const DEFAULTS = { PORT: '8080', BRAND: 'example', SERVICE_NAME: 'SDK Catalogue' } as const

/** BASE_URL, where it is not set. */
export const localUrl = (port: string | number): string => `http://localhost:${port}`
