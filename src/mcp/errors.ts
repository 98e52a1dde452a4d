/** Handlers whose exceptions reach no caller: the SDK would send the message of any of them word for word. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { closed, type ReportUnexpected } from '../tools/errors.ts'

export type Shield = <Given extends unknown[], Result>(work: (...given: Given) => Result) => (...given: Given) => Result

/** Errors of the protocol pass; what is unexpected is reported, and answered with an id that the log carries too. */
export const shieldWith =
  (report: ReportUnexpected): Shield =>
  (work) =>
  (...given) => {
    try {
      return work(...given)
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      throw new ProtocolError(ProtocolErrorCode.InternalError, closed(error, report).info.detail)
    }
  }
