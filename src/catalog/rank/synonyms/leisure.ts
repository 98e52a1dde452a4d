/** Games, films, music and books, words and wit, faith and learning: a line for a thing, its expressions between commas (synonyms.ts). */
export const leisure = `
advice, tip, wisdom, life tip, life advice, wise word, guidance
album, discography, cover art, album art | artist, band, musician, musician biography, band info
artwork, painting, masterpiece, art piece, famous painting, art | museum, painter, van gogh
anime, japanese animation, anime to watch, anime episode, anime list, myanimelist | otaku, manga title
anime picture, anime girl, anime wallpaper, waifu picture
billionaire, ultrarich | wealth, rich, fortune
book, library book, novel, publication of book, find book, book by author, novel by | ebook, isbn
bored, boredom, activity idea, bored kid, nothing to do, weekend activity, pastime, kill time
box office | release date, upcoming movie
buddha, buddhist, dharma | zen, enlightenment
card game, trading card, tcg, ccg, trading card price, card collection | playing card, deck, booster
cartoon, animated series, animation
catgirl, neko, waifu
catholic | christian, saint, liturgy, liturgical, feast, church, lent, gospel
chinese text, classical chinese, ancient text | confucius
color, hue, color from hex | palette, hex code, match color, color palette, contrast
color name, name of color, color conversion, hex to rgb, complementary color, color scheme
comic, webcomic, comic strip, cartoon strip | manga
compliment, affirmation, kind word, nice word, encourage, encouraging, pep talk | confidence, feel better
corporate, buzzword, business jargon, office talk, bullshit, jargon
d d, dnd, dungeons and dragons, 5e | tabletop
decision, yes or no, yes no, decide, magic 8 ball, 8 ball, coin flip, help me decide, should i, answer question yes no, toss coin | fortune telling, maybe, predict future, fortune ball, crystal ball, lucky
deck of cards, playing card, draw card | shuffle, poker
dictionary, definition, define, define word, meaning of word, word mean, vocabulary, meaning
emoji, emoticon, smiley, emojis
episode | season, series
say no, saying no, rejection, decline, refuse, turn down, reason to say no, creative no, decline politely, refuse politely, turn down politely | excuse
fact, fun fact, random fact, useless fact, did you know, interesting fact, something new, learn something, random knowledge, useless knowledge, trivia fact
final fantasy, ff7 | materia
fortnite | battle royale
free ebook, public domain book, gutenberg, project gutenberg | read classic, classics, download book
free to play, browser game, play for free, mmo
game deal, free game, game giveaway, cheap game, game price, pc game sale, steam sale, discount game, cheap pc game, game sale, game bargain
game of thrones, westeros
game price, console game, compare game price, game cost
game server, multiplayer server
geek, nerd, tech savvy
genre, music genre
gif, animated image | reaction image, reaction
grammar, spelling, proofread, grammar check, spell check, fix grammar, spelling mistakes, correct text
harry potter, hogwarts
horoscope, astrology, star sign | zodiac
insult, roast, offend, rude line, trash talk, roast friend
joke, pun, tell joke, make laugh, something funny, punchline | humor, laugh, funny, cheer up, comedy
kanji, japanese character, chinese character, hanzi, stroke order, japanese writing
kanye west, kanye, ye
league of legends, lol | riot, champion
lego | brick
live music, concert, live recording, gig, bootleg
livestream, streaming, stream
lotr, lord of the rings, tolkien
lyric, song text, song word, words of song, sing along, karaoke, song lyrics
magic, mtg
makeup, cosmetic, lipstick, beauty product, skincare, mascara, eyeliner, cosmetics
marvel, mcu | superhero
meme, caption image, meme template, funny caption, caption picture, image with caption, put text on image, text on picture
minecraft, minecraft player | hypixel, skyblock
motivation, motivational, inspiration, inspirational, inspiring, encouragement, affirmation, motivate, get going, daily motivation
movie, film, motion picture | cinema, watch tonight, director
movie database, imdb, film database, what to watch, movie search
museum, gallery, art collection, exhibit | artwork, painting, masterpiece, art piece, art, painter, famous painting, van gogh
nintendo | zelda, mario
nobel, laureate, nobel winner | award, prize, prize winner
number fact, fact about number, interesting number
party game, truth or dare, dare, would you rather, never have i ever, drinking game, game for party, ice breaker
place of worship, worship | church, mosque, temple, synagogue
playful language, pirate, yoda, minion
playlist, share music
playstation, ps5, sony game
podcast, audio show | radio
poem, poetry, poet, sonnet | shakespeare, rhyming text
pokemon, pokedex, pikachu, pocket monster
prayer, pray | rosary, worship, church, mosque, temple
programming joke, dad joke, chuck norris
quote, quotation, saying, famous words, famous line, line from | citation, dialogue
radio station, radio, now playing, currently playing, recently played, playlist of station, song on radio, what song was playing, played on radio, radio frequency
rhyme, rhyming, sound like | synonym, antonym, thesaurus, similar word, word association
role playing, rpg | fantasy, character generator
ron swanson, parks and recreation
runescape, osrs
scholarly, paper, research paper, scientific article, doi, journal article, scientific paper, academic, academic paper, study, research article, publication, find paper, research on, cite paper, citation of paper, who cited, literature search, academic work, journal
scripture, holy book, sacred text | bible, bible verse, quran, gita, verse of day, torah, krishna, hindu
simpson, springfield
song, track, find song | music, hear music, listen to music
speech, text to speech, tts, read aloud | voice, spoken
speech recognition, speech to text, transcribe, transcription
star trek | vulcan, enterprise
star war, swapi
stephen king | horror
stoic, stoicism | marcus aurelius, seneca, ancient wisdom, philosopher
story, tale
synonym, thesaurus, similar word | antonym, word association, rhyme
tarot | fortune, oracle
techy, technobabble, sound smart, tech phrase
amiibo | toy, figure
translation, translate, translator | speak language, other language, foreign language
trivia, quiz, quiz question, pub quiz, quiz night, quiz game, test knowledge
trump, donald trump, president said
tv, television, tv show, tv series, when next episode, episode list, series episode, new episode
tv schedule, tv guide, program guide, what on tv, broadcast schedule, on tv tonight, on tv, tonight on tv, what is on television
valorant, riot shooter
video, clip
video download, download video, youtube, youtube video
video game, game
wonder of world, ancient wonder | landmark, sight, attraction, monument, places to see
yugioh, yu gi oh
zelda, hyrule, breath of the wild
`
