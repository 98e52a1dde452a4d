/** What a place of published catalogues has: an archive that the follower does not have yet. */

export interface Offer {
  /** Names these bytes; "" where the source has no name for them. */
  etag: string
  body: AsyncIterable<Uint8Array>
}

/** The source gives no archive; the message says why. */
export class SourceAway extends Error {
  override name = 'SourceAway'
}
