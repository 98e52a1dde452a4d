/** Writing to us from a browser: what is wrong is shown where it is, what is right arrives. */
import { describe, expect, it } from 'vitest'
import { expectAccessible, useSite } from './browser.ts'

const { open } = useSite({ CONTACT_RATE: '100/60' })

describe.each([true, false])('with script: %s', (javaScriptEnabled) => {
  it('a message arrives, and its sender is thanked', async () => {
    const page = await open('/contact', { javaScriptEnabled })
    await page.getByLabel('Your name').fill('Ada Example')
    await page.getByLabel('E-mail address').fill('ada@example.org')
    await page.getByLabel('Message').fill(`Hello from a browser, script ${javaScriptEnabled}.`)
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.waitForURL('**/contact/thanks')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Message received')
  })

  it('a refused application comes back as it was typed, with the reason at the field', async () => {
    const page = await open('/jobs', { javaScriptEnabled })
    await page.getByLabel('Your name').fill('Ada <b>Example</b>')
    await page.getByLabel('E-mail address').fill('ada@example.org')
    await page.getByLabel('Role').fill('Engineer')
    await page.getByLabel('About you and your work').fill('  \n ')
    await page.getByLabel('Portfolio').fill('https://example.org/ada')
    await page.getByRole('button', { name: 'Send application' }).click()
    await page.getByText("Your message wasn't sent.").waitFor()
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada <b>Example</b>')
    expect(await page.getByLabel('Portfolio').inputValue()).toBe('https://example.org/ada')
    const field = page.getByLabel('About you and your work')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('#message-error').textContent()).toBe('About you and your work is required')
    if (javaScriptEnabled) {
      await expectAccessible(page)
      expect(await page.evaluate('document.activeElement.className')).toBe('refused')
    }
    await page.getByRole('alert').getByRole('link').click()
    expect(new URL(page.url()).hash).toBe('#message')
  })
})

describe('with script', () => {
  it('the button says that it sends, and cannot be pressed again', async () => {
    const page = await open('/contact')
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('E-mail address').fill('ada@example.org')
    await page.getByLabel('Message').fill('Once only')
    // The page cannot be asked while it is being left, so it takes note by itself.
    await page.evaluate(`{
      const button = document.querySelector('form.message button')
      const note = () => { sessionStorage.seen = button.textContent + ', disabled: ' + button.disabled }
      new MutationObserver(note).observe(button, { childList: true, attributes: true })
    }`)
    await page.route('**/api/contact', async (route) => {
      await new Promise((resume) => setTimeout(resume, 500))
      await route.continue()
    })
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.waitForURL('**/contact/thanks')
    expect(await page.evaluate('sessionStorage.seen')).toBe('Sending …, disabled: true')
    await page.goBack()
    expect(await page.getByRole('button', { name: 'Send message' }).isEnabled()).toBe(true)
  })
})
