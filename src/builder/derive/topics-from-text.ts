/** Topics from the words of an API's title and description, in the vocabulary of the embedded data set. */
import { readFileSync } from 'node:fs'

/** Topic -> what it is about, for people. */
const VOCABULARY = Object.keys(
  JSON.parse(readFileSync(new URL('../../catalog/embedded/topics.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >,
)

/**
 * Words of the vocabulary and its glosses that mean their topic wherever they stand. "collection", "location", "search"
 * and the like are not among them: nearly every API has these. Precision on real repositories: docs/decisions.md.
 */
const MEANT: Readonly<Record<string, string>> = {
  ai: 'artificial intelligence, language model, machine learning',
  'air-quality': 'air quality, air pollution, pollen',
  anime: 'anime, manga',
  art: 'museum, artwork',
  astronomy: 'astronomy, telescope',
  audio: 'podcast, radio',
  aviation: 'aviation, flight, airport, aircraft',
  banking: 'banking, bank account, iban',
  blockchain: 'blockchain, nft',
  calendar: 'calendar, holiday',
  cryptocurrency: 'cryptocurrency, crypto price',
  currency: 'currency conversion, foreign exchange, exchange rate',
  dictionary: 'dictionary, synonym',
  drinks: 'coffee, beer, wine, cocktail',
  elections: 'election',
  energy: 'electricity, renewable',
  entertainment: 'meme',
  finance: 'stock, financial statement',
  food: 'recipe, ingredient, restaurant',
  games: 'game, video game, board game',
  geocoding: 'geocoding',
  geography: 'elevation',
  geology: 'earthquake, volcano',
  housing: 'accommodation, real estate',
  humor: 'joke, pun, insult, excuse',
  'ip-lookup': 'ip address',
  jobs: 'vacancy, job listing',
  movies: 'movie, box office',
  music: 'music, song, lyric',
  networking: 'dns, whois',
  news: 'news, headline',
  oceans: 'tide',
  'open-data': 'open data',
  payments: 'payment processing, billing',
  pets: 'cat, dog',
  philosophy: 'stoicism',
  poetry: 'poetry, poem, poet',
  quotes: 'quote, quotation',
  religion: 'scripture, prayer',
  security: 'vulnerability, malware, breach, encryption, phishing',
  sms: 'sms',
  space: 'satellite, space station',
  text: 'lorem ipsum, ascii art',
  traffic: 'parking, charging point',
  transport: 'public transit, railway',
  trivia: 'trivia, quiz',
  tv: 'television series, episode',
  weather: 'weather, forecast',
  web: 'screenshot, web page',
}

/** Everything a topic may be found by: in titles its own name too, where it is what the API is about. */
const IN_TITLES = phrases(VOCABULARY.map((topic) => [topic, topic.replaceAll('-', ' ')]))
const ANYWHERE = phrases(
  Object.entries(MEANT).flatMap(([topic, words]) => words.split(', ').map((word) => [topic, word])),
)

/** In the order of the vocabulary. */
export function meantTopics(title: string, description = ''): string[] {
  const inTitle = ` ${normal(title)} `
  const anywhere = `${inTitle}· ${normal(description)} `
  return VOCABULARY.filter(
    (topic) =>
      IN_TITLES.get(topic)?.some((phrase) => inTitle.includes(phrase)) ||
      ANYWHERE.get(topic)?.some((phrase) => anywhere.includes(phrase)),
  )
}

function phrases(pairs: readonly (readonly string[])[]): ReadonlyMap<string, string[]> {
  const grouped = Map.groupBy(pairs, ([topic]) => topic!)
  return new Map([...grouped].map(([topic, words]) => [topic, words.map(([, word]) => ` ${normal(word!)} `)]))
}

function normal(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(singular).join(' ')
}

/** "recipes" and "stories" as "recipe" and "story"; "news", "status" and "analysis" stay. */
function singular(word: string): string {
  if (/^(?:news|sms|dns|gps|series)$/.test(word)) return word
  return word
    .replace(/(?<=ss|x|z|ch|sh)es$/, '')
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=...)(?<!s|u|i)s$/, '')
}
