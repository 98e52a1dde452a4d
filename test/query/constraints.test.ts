/** What a query asks of the SDK beside the need: which constraints are read, and which words are none. */
import { describe, expect, it } from 'vitest'
import { embedded, rankedOver } from '../embedded.ts'

const rank = rankedOver(embedded.records)

describe('a query', () => {
  it.each([
    ['payments, not Stripe', ['not Stripe']],
    ['not Stripe and not PayPal payments', ['not Stripe, not PayPal']],
    ['jokes but not Chuck Norris and not dad jokes', ['not Chuck Norris, not dad jokes']],
    ['weather except OpenWeatherMap', ['not OpenWeatherMap']],
    ['cat pictures instead of dog pictures', ['not dog pictures']],
    ['weather without a NASA key', ['no key']],
    ['exchange rates, no sign-up', ['no key']],
    ['weather api free of keys', ['no key']],
    ['exchange rates free from any registration', ['no key']],
    ['MIT licensed weather', ['under MIT']],
    ['weather with an Apache 2.0 licence', ['under Apache']],
    ['weather, licence must be BSD', ['under BSD']],
    ['QR codes (MIT)', ['under MIT']],
    ['permissively licensed jokes', ['under a permissive licence']],
    ['a QR code tool that never writes', ['read-only']],
    ['Wetter ohne Stripe', ['not Stripe']],
    ['payments sans Stripe', ['not Stripe']],
    ['payments sin Stripe', ['not Stripe']],
    ['currency conversion, Go', ['language go']],
    ['send a text message from Ruby', ['language rb']],
    ['weather in C', ['language c']],
    ['crypto prices except bitcoin, dogecoin and ethereum', ['not bitcoin, not dogecoin, not ethereum']],
    ['maps other than Google, Mapbox or HERE', ['not Google, not Mapbox, not HERE']],
    ['avoid Twilio, Vonage and Sinch: text messages', ['not Twilio, not Vonage, not Sinch']],
    ['random facts but no cats, numbers or Chuck Norris', ['not cats, not numbers, not Chuck Norris']],
    ['pagos sin Stripe ni PayPal', ['not Stripe, not PayPal']],
    ['unlike Trello, a board for tasks', ['not Trello']],
    ['Stripe is not an option, take card payments', ['not Stripe']],
    ['without Stripe, cards and invoices', ['not Stripe']],
    ['jokes, I do not want to log in', ['no key']],
    ["weather, don't make me sign up", ['no key']],
    ['our Go microservice sends invoices', ['language go']],
    ['my Ruby app sends sms', ['language rb']],
    ['card payments similar to Stripe but not Stripe', ['not Stripe']],
  ])('%s: %j', (query, constraints) => expect(rank(query, {}, 5).constraints).toEqual(constraints))

  it.each([
    ...['I really go to the mountains', 'a not so random fact', 'say no to a meeting', 'original sin'],
    ...['monty python quotes', 'ball python care', 'pokemon go teams', 'swift app store reviews', 'ruby gem prices'],
    ...['go fish card game', "I'd like Stripe payments, but for a small shop"],
    ...['I would like Stripe but only when a customer pays by card', 'a page that looks like Notion but is faster'],
  ])('without constraints: %s', (query) => expect(rank(query, {}, 5).constraints).toEqual([]))

  it('shows what fits in another language before what does not fit, says so, and goes on with the rest', () => {
    const { hits, dropped, fit } = rank('earthquakes, in Kotlin', {}, 10)
    expect(hits[0]).toMatchObject({ record: { slug: 'earthquake-catalog-sdk' }, violates: ['language kotlin'] })
    expect({ dropped, fit, shown: hits.length }).toEqual({ dropped: 'language kotlin', fit: 'weak', shown: 10 })
  })

  it('excludes a country under each of its names', () => {
    const { hits } = rank('public transport except Switzerland', {}, 10)
    expect(hits.filter(({ record }) => /switzerland|swiss/i.test(record.title))).toEqual([])
  })

  it('keeps what is wanted after the name that it excludes, and asks for no service that it excludes', () => {
    const { hits, missing } = rank('not Stripe and not PayPal payments', {}, 5)
    expect(hits.map(({ record }) => record.slug)).not.toContain('stripe-sdk')
    expect(hits[0]).toMatchObject({ fit: 'good', record: { topics: expect.arrayContaining(['payments']) } })
    expect(missing).toEqual([])
    expect(rank('an alternative to Mailchimp', {}, 5).missing).toEqual(['Mailchimp'])
  })

  it.each([
    ['Docker', 'Docker'],
    ['read my gmail inbox', 'Gmail'],
    ['start a spotify playlist', 'Spotify'],
    ['cheapest flight berlin to rome with skyscanner', 'Skyscanner'],
    ['song lyrics from Genius', 'Genius'],
    ['currency rates from OANDA', 'OANDA'],
  ])('says which service is missing: %s', (query, name) => expect(rank(query, {}, 5).missing).toEqual([name]))

  it.each([
    ...['astronomy picture of the day', 'convert raml to openapi', 'price of ethereum in yen'],
    ...['what time is it in tokyo', 'how big is the crowd in the old town', 'alternative to WhatsApp', 'random dog'],
    ...['temp mail address', 'mercury in fish', 'cat pictures in a Discord bot'],
    ...['carbon footprint of my Squarespace page'],
  ])('names no service that is missing: %s', (query) => expect(rank(query, {}, 5).missing).toEqual([]))

  it.each([
    ['QR code for a WordPress page', 'qr-code-generator-sdk'],
    ['flag of each country in a Power BI report', 'countries-and-cities-sdk'],
    ['currency conversion for my Shopify store', 'currency-exchange-sdk'],
  ])('finds what is used in a service that is missing: %s', (query, slug) => {
    const { fit, missing, hits } = rank(query, {}, 5)
    expect([fit, missing]).toEqual(['good', []])
    expect(hits.map(({ record }) => record.slug)).toContain(slug)
  })

  it.each([
    ['alternative to Fly.io', 'vercel-sdk'],
    ['alternative to PagerDuty', 'incident-io-sdk'],
    ['something like Svix', 'hook0-sdk'],
    ['alternative to WhatsApp', 'telegram-bot-sdk'],
  ])('finds another service of the kind: %s', (query, slug) =>
    expect(rank(query, {}, 3).hits.map(({ record }) => record.slug)).toContain(slug),
  )

  it.each(['removebg', 'remove.bg', 'RemoveBG'])('names a service however it is written: %s', (query) => {
    const { hits, missing } = rank(query, {}, 5)
    expect(hits[0]!.record.slug).toBe('ai-background-remover-sdk')
    expect(missing.every((name) => name === 'remove.bg')).toBe(true)
  })
})
