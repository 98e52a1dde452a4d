/** The service with an inbox, as the operator runs it, and messages to send. */
import { onTestFinished } from 'vitest'
import { command } from '../commands/command.ts'
import { type Service, type Settings, smallCatalog, startService } from './service.ts'

export const ada = {
  name: 'Ada Wrenfield',
  email: 'ada.wrenfield@example.org',
  message: 'Which SDK would you use for spring tides?',
}
export const mailTo = { CONTACT_FROM: 'Inbox <inbox@site.example>', CONTACT_TO: 'team@site.example' }

/** `sdk-catalog inbox …` */
export const inbox = (args: readonly string[], settings: Settings) => command(['inbox', ...args], settings)

/** Resolves when it listens; it is killed after the test if it still runs. */
export async function serve(settings: Settings): Promise<Service> {
  const service = await startService({ CATALOG_DIR: smallCatalog(), LOG_LEVEL: 'info', ...settings })
  onTestFinished(() => void service.child.kill('SIGKILL'))
  return service
}
