/** The client that makes one tool call, on a server of ours that stands in for a built one. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { scratch } from '../scratch.ts'

const SCRIPT = fileURLToPath(new URL('../../scripts/prove/mcp-call.ts', import.meta.url))
const SERVICE = fileURLToPath(new URL('../../bin/sdk-catalog.js', import.meta.url))

function calling(call: object, program = 'tides-mcp'): Promise<{ failed: boolean; stdout: string; stderr: string }> {
  const cwd = scratch()
  writeFileSync(join(cwd, program), `#!/bin/sh\nexec '${process.execPath}' '${SERVICE}' stdio\n`, { mode: 0o755 })
  writeFileSync(join(cwd, 'call.json'), JSON.stringify(call))
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [SCRIPT, 'call.json'],
      { cwd, env: { PATH: process.env.PATH } },
      (error, stdout, stderr) => resolve({ failed: error !== null, stdout, stderr }),
    )
  })
}

it('prints what the tool answers', async () => {
  const { failed, stdout } = await calling({ name: 'find_sdk', arguments: { query: 'book a video call' } })
  expect(stdout).toMatch(/zoom/i)
  expect(failed).toBe(false)
})

it('fails where the tool fails, and where there is no server', async () => {
  expect(await calling({ name: 'find_sdk', arguments: {} })).toMatchObject({
    failed: true,
    stderr: expect.stringMatching(/^error: .*query/),
  })
  expect(await calling({ name: 'find_sdk' }, 'tides')).toMatchObject({
    failed: true,
    stderr: expect.stringContaining('no program whose name ends in -mcp'),
  })
})
