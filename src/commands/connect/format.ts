/** What a format of settings must do, so that one server in a file can be changed. */

/** The name of our server in settings. */
export const SERVER = 'sdk-catalog'

export type Entry = Record<string, unknown>
/** What a file says; one member of it has the servers by name. */
export type Settings = Record<string, Record<string, Entry> | undefined>

/** `remove` is the exact inverse of `add`, and no function changes a byte of anything else. */
export interface SettingsFormat {
  /** @throws Unreadable */
  read(text: string, servers: string): Settings
  add(text: string, servers: string, entry: Entry, isNew: boolean): string
  /** A member of our entry; without it where the value is undefined. */
  set(text: string, servers: string, name: string, value: unknown): string
  remove(text: string, servers: string): string
}

/** A settings file that is not in its format, or not to be changed by a program; the message says where. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}
