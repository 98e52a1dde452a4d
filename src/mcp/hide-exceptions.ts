/** Keeps exceptions of handlers from clients: the SDK would send the message of any of them word for word. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { closed, type ReportUnexpected } from '../tools/define/catalog-error.ts'

export type Guard = <Args extends unknown[], Result>(handler: (...args: Args) => Result) => (...args: Args) => Result

/** Protocol errors pass. Anything else is reported, and the client gets an error with the id under which it is logged. */
export const protocolErrorsOnly =
  (report: ReportUnexpected): Guard =>
  (handler) =>
  (...args) => {
    try {
      return handler(...args)
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      throw new ProtocolError(ProtocolErrorCode.InternalError, closed(error, report).info.detail)
    }
  }
