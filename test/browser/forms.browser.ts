/** The forms in a browser: errors are shown at their fields, and a correct message arrives. */
import { describe, expect, it } from 'vitest'
import { expectAccessible, fill, useSite } from './browser.ts'

const { open } = useSite({ CONTACT_RATE: '100/60' })
const ADA = { 'Your name': 'Ada Example', 'E-mail address': 'ada@example.org' }

describe.each([true, false])('with script: %s', (javaScriptEnabled) => {
  it('a message arrives, and its sender is thanked', async () => {
    const page = await open('/contact', { javaScriptEnabled })
    await fill(page, { ...ADA, Message: `Hello from a browser, script ${javaScriptEnabled}.` })
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.waitForURL('**/contact/thanks')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Message received')
  })

  it('a refused application comes back as it was typed, with the reason at the field, at a URL to open again', async () => {
    const page = await open('/jobs', { javaScriptEnabled })
    const typed = { 'Your name': 'Ada <b>Example</b>', Portfolio: 'https://example.org/ada' }
    await fill(page, { ...ADA, ...typed, Role: 'Engineer', 'About you and your work': '  \n ' })
    await page.getByRole('button', { name: 'Send application' }).click()
    await page.getByText("Your message wasn't sent.").waitFor()
    for (const [label, value] of Object.entries(typed)) expect(await page.getByLabel(label).inputValue()).toBe(value)
    const field = page.getByLabel('About you and your work')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('#message-error').textContent()).toBe('About you and your work is required')
    if (javaScriptEnabled) {
      await expectAccessible(page)
      expect(await page.evaluate('document.activeElement.className')).toBe('refused')
    }
    await page.getByRole('alert').getByRole('link').click()
    expect(new URL(page.url()).hash).toBe('#message')
    await page.goto(page.url())
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Jobs')
  })
})

it('with script, the button says that it sends, and cannot be pressed again', async () => {
  const page = await open('/contact')
  await fill(page, { ...ADA, Message: 'Once only' })
  // The page cannot be asked while it is being left, so it takes note by itself.
  await page.evaluate(`{
    const button = document.querySelector('form.message button')
    const note = () => { sessionStorage.seen = button.textContent + ', disabled: ' + button.disabled }
    new MutationObserver(note).observe(button, { childList: true, attributes: true })
  }`)
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.waitForURL('**/contact/thanks')
  expect(await page.evaluate('sessionStorage.seen')).toBe('Sending …, disabled: true')
  await page.goBack()
  expect(await page.getByRole('button', { name: 'Send message' }).isEnabled()).toBe(true)
})
