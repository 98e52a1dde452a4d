/** What the methods that need no resources answer, whoever carries the answer: the SDK's server, or `direct.ts`. */
import { type McpRequestContext, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { nearest } from '../catalog/search/suggest.ts'
import { type AnyTool, callTool, type Definition, type Services } from '../tools/define.ts'
import { type CatalogError, closed, echoed, type ReportUnexpected } from '../tools/errors.ts'
import { jsonSchema } from '../tools/json-schema.ts'
import { didYouMean } from '../tools/not-found.ts'
import { type Completable, type CompletionParams, complete } from './content/complete.ts'
import { getPrompt, promptArguments, promptList } from './content/prompts.ts'
import { templateVariables } from './content/resources.ts'
import { shieldWith } from './errors.ts'
import { outputSchema } from './output-schema.ts'
import { CATALOGUE_VIEW } from './view/view.ts'

/** Legacy are the revisions up to 2025-11-25. */
export type Era = McpRequestContext['era']

export interface MethodsOptions {
  services: Services
  tools: readonly AnyTool[]
  report: ReportUnexpected
}

export type Methods = ReturnType<typeof methodsOf>

const VIEWS = { catalogue: CATALOGUE_VIEW }

/** What tools/list says of one tool. */
export function definition(tool: Definition & Pick<AnyTool, 'view'>) {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: jsonSchema(tool.input, 'input') as { type: 'object' },
    outputSchema: outputSchema(tool),
    annotations: tool.annotations,
    ...(tool.view && { _meta: { ui: { resourceUri: VIEWS[tool.view] } } }),
  }
}

/** Each throws ProtocolError and nothing else. Lists are the same object every time. */
export function methodsOf({ services, tools, report }: MethodsOptions) {
  const list = { tools: tools.map(definition) }
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const names = [...byName.keys()]
  const completable: Completable = new Map([...templateVariables(), ...promptArguments()])
  const shield = shieldWith(report)

  return {
    'tools/list': () => list,
    'prompts/list': () => promptList,
    'tools/call': callNamed,
    'prompts/get': shield(
      ({ name, arguments: given }: { name: string; arguments?: Record<string, string> | undefined }) =>
        getPrompt(name, given, services),
    ),
    'completion/complete': shield((params: CompletionParams) => complete(params, completable, services)),
  }

  async function callNamed({ name, arguments: input = {} }: { name: string; arguments?: unknown }, era: Era) {
    const tool = byName.get(name)
    if (!tool) {
      const hint = didYouMean(nearest(name, names), `Tools are: ${names.join(', ')}.`)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${echoed(name)}". ${hint}`)
    }
    try {
      const output = await callTool(tool, input, services)
      return {
        structuredContent: output as Record<string, unknown>,
        content: [{ type: 'text' as const, text: tool.text(output, services, input) }],
      }
    } catch (error) {
      return failure(closed(error, report), era)
    }
  }
}

/**
 * Clients drop one of the two forms, so each says all of it. Clients of the legacy revisions hold the structured form
 * of a failure against the output schema too, and would show their own complaint instead of ours: they get the text.
 */
function failure({ code, info }: CatalogError, era: Era) {
  const { detail, resolution = hints[code], errors } = info
  const text = [`${code}: ${detail}`, resolution].filter(Boolean).join('\n')
  const structuredContent = { code, detail, ...(resolution && { resolution }), ...(errors && { errors }) }
  return {
    isError: true,
    ...(era === 'modern' && { structuredContent }),
    content: [{ type: 'text' as const, text }],
  }
}

const hints: Partial<Record<CatalogError['code'], string>> = {
  not_found: 'Find the right slug with find_sdk.',
  invalid_request: 'Correct the arguments and call the tool again.',
  server_error: 'Call the tool once more after a short pause.',
}
