/** The answer to a message that was accepted, which both message operations share. */
import * as z from 'zod'

export const MessageAccepted = z
  .strictObject({ ok: z.literal(true).describe('The message is stored and will be delivered.') })
  .meta({ id: 'ContactAccepted', description: 'The message was accepted.' })
