/** Sections of the specification that hold testable sentences. */
export const SECTIONS = [
  ...(['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.8', '2.9', '3'] as const),
  ...(['4', '4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '4.7', '4.8', '4.9', '4.10', '5', '6', '7', '8', '9'] as const),
] as const
type Section = (typeof SECTIONS)[number]

export interface Requirement {
  id: string
  section: Section
  /** The sentence, in our words. */
  text: string
  /** Other sections that say the same. */
  covers?: readonly Section[]
}
