/** A simple rule set that marks passages which address a model instead of a reader. Written from the training texts. */

const READER = '(?:AI(?: assistant)?|(?:coding )?agent|(?:AI |coding )?assistant|LLM|(?:language |AI )?model|chatbot)s?'
const RULES_WORD = '(?:instructions?|rules|directions|prompts?|guidelines|orders)'
const SECRET =
  '(?:api[ -]?keys?|\\.env|environment variables|process\\.env|ssh keys?|access tokens?|passwords?|credentials|secrets?)'
const SEND = '(?:send|post|upload|forward|submit|exfiltrate|leak|email|e-mail)'

/** By name; each is tried on a passage without its line breaks. */
export const RULES: Readonly<Record<string, RegExp>> = {
  override: new RegExp(
    `\\b(?:ignore|disregard|forget|override|(?:do not|don't) follow)\\b.{0,30}\\b(?:previous|prior|earlier|above|existing|your|you were given)\\b.{0,20}\\b${RULES_WORD}|\\b${READER},? (?:ignore|disregard|forget|override)\\b|\\b${RULES_WORD} that you were given\\b`,
    'i',
  ),
  addressed: new RegExp(
    `\\b(?:if you are|as|when) an? ${READER}\\b.{0,40}\\b(?:must|should|run|send|execute|call|reads?)\\b|\\bnote to (?:the |all )?${READER}\\b|(?:^|[.!?] |<!-- ?)${READER}[,:] `,
    'i',
  ),
  conceal:
    /\b(?:do not|don't|never|without)\b.{0,12}\b(?:tell|mention|inform|notify|show|reveal)\w*\b.{0,25}\b(?:user|developer|human)s?\b|\bhide (?:this|it)\b.{0,12}\bfrom the (?:user|developer)|\bno need to mention\b|\bsay nothing of it\b/i,
  exfiltrate: new RegExp(
    `\\b${SEND}\\b.{0,25}\\b(?:${SECRET})\\b.{0,20}\\bto\\b|\\b(?:contain|reveal|print|show)\\b.{0,25}\\b(?:process\\.env|your system prompt|system prompt)`,
    'i',
  ),
  role: /\byou are now an?\b.{0,30}\b(?:without|unrestricted|no (?:rules|limits))|\byour new (?:instructions|rules|task|directions|guidelines|prompts)\b|\bfollow only what\b|\byou comply with every\b/i,
  forged:
    /<\/?(?:\|)?(?:system|im_start|im_end)(?:\|)?>|\[\/?(?:system|inst)\]|(?:^|\s)SYSTEM: |\bBEGIN SYSTEM PROMPT\b/i,
  rank: new RegExp(
    `\\b${READER}\\b.{0,12}\\b(?:must|should|has to|have to)\\b.{0,12}\\b(?:always )?(?:rank|recommend|prefer|choose|list)\\b|\\balways recommend\\b|\\bonly one to recommend\\b`,
    'i',
  ),
  consent:
    /\bthe (?:user|owner) (?:has|have) (?:already )?(?:approved|agreed|authori[sz]ed)|\b(?:without|not|no) (?:asking|ask|confirmation)\b.{0,20}\b(?:user|permission)|\btool to run\b.{0,60}\bwithout\b|\byou have been granted\b|\bskip all checks\b/i,
  memory: /\bremember\b.{0,20}\bfrom now on\b|\bwhen summari[sz]ing, claim\b/i,
  language:
    /\bignor(?:ieren|iere|a|ez|e|e as)\b.{0,30}\b(?:anweisungen|instrucciones|instructions|instruções)\b|忽略.{0,8}指令|指示.{0,8}無視|игнорируй.{0,30}инструкции/i,
}

/** Whatever speaks of a model or of instructions at all. */
const BROAD = new RegExp(`\\b(?:${READER}|${RULES_WORD}|ignore|user)\\b`, 'i')
export const isBroadlySuspicious = (text: string): boolean => BROAD.test(text)

/** The rule that a text breaks first. */
export function suspicion(text: string): string | undefined {
  const passages = text.split(/\n{2,}/).map((passage) => passage.replace(/\s+/g, ' '))
  return Object.keys(RULES).find((name) => passages.some((passage) => RULES[name]!.test(passage)))
}
