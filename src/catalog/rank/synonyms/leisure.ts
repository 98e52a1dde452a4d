/** Games, films, music and books, words and wit, faith and learning: a line for a thing, its expressions between commas (synonyms.ts). */
export const leisure = `
advice, tip, wisdom, life tip, life advice, wise word, guidance
album, discography, artist, band, musician, cover art, album art, musician biography, band info
anime, japanese animation, otaku, anime to watch, anime episode, anime list, manga title, myanimelist
anime picture, anime girl, anime wallpaper, waifu picture
billionaire, wealth, rich, ultrarich, fortune
book, ebook, library book, novel, publication of book, find book, book by author, isbn, novel by
bored, boredom, activity idea, bored kid, nothing to do, weekend activity, pastime, kill time
box office, release date, upcoming movie
buddha, buddhist, dharma, zen, enlightenment
card game, trading card, tcg, ccg, playing card, deck, booster, trading card price, card collection
cartoon, animated series, animation
catgirl, neko, waifu
catholic, christian, saint, liturgy, liturgical, feast, church, lent, gospel
chinese text, classical chinese, confucius, ancient text
color, hue, palette, hex code, color from hex, match color, color palette, contrast
color name, name of color, color conversion, hex to rgb, complementary color, color scheme
comic, manga, webcomic, comic strip, cartoon strip
compliment, affirmation, kind word, nice word, encourage, encouraging, confidence, pep talk, feel better
corporate, buzzword, business jargon, office talk, bullshit, jargon
d d, dnd, dungeons and dragons, 5e, tabletop
decision, yes or no, yes no, decide, magic 8 ball, 8 ball, coin flip, fortune telling, maybe, help me decide, should i, predict future, fortune ball, crystal ball, lucky, answer question yes no, toss coin
deck of cards, shuffle, poker, playing card, draw card
dictionary, definition, define, define word, meaning of word, word mean, vocabulary, meaning
emoji, emoticon, smiley, emojis
episode, season, series
excuse, say no, saying no, rejection, decline, refuse, turn down, reason to say no, creative no, decline politely, refuse politely, turn down politely
fact, fun fact, random fact, useless fact, did you know, interesting fact, something new, learn something, random knowledge, useless knowledge, trivia fact
final fantasy, materia, ff7
fortnite, battle royale
free ebook, public domain book, gutenberg, read classic, classics, download book, project gutenberg
free to play, browser game, play for free, mmo
game deal, free game, game giveaway, cheap game, game price, pc game sale, steam sale, discount game, cheap pc game, game sale, game bargain
game of thrones, westeros
game price, console game, compare game price, game cost
game server, multiplayer server
geek, nerd, tech savvy
genre, music genre
gif, animated image, reaction image, reaction
grammar, spelling, proofread, grammar check, spell check, fix grammar, spelling mistakes, correct text
harry potter, hogwarts
horoscope, zodiac, astrology, star sign
insult, roast, offend, rude line, trash talk, roast friend
joke, funny, humor, laugh, pun, tell joke, make laugh, something funny, cheer up, comedy, punchline
kanji, japanese character, chinese character, hanzi, stroke order, japanese writing
kanye west, kanye, ye
league of legends, lol, riot, champion
lego, brick
live music, concert, live recording, gig, bootleg
livestream, streaming, stream
lotr, lord of the rings, tolkien
lyric, song text, song word, words of song, sing along, karaoke, song lyrics
magic, mtg
makeup, cosmetic, lipstick, beauty product, skincare, mascara, eyeliner, cosmetics
marvel, mcu, superhero
meme, caption image, meme template, funny caption, caption picture, image with caption, put text on image, text on picture
minecraft, hypixel, minecraft player, skyblock
motivation, motivational, inspiration, inspirational, inspiring, encouragement, affirmation, motivate, get going, daily motivation
movie, film, motion picture, cinema, watch tonight, director
movie database, imdb, film database, what to watch, movie search
museum, artwork, painting, gallery, art collection, masterpiece, art piece, art, painter, famous painting, exhibit, van gogh
nintendo, zelda, mario
nobel, laureate, award, prize, nobel winner, prize winner
number fact, fact about number, interesting number
party game, truth or dare, dare, would you rather, never have i ever, drinking game, game for party, ice breaker
place of worship, church, mosque, temple, synagogue, worship
playful language, pirate, yoda, minion
playlist, share music
playstation, ps5, sony game
podcast, radio, audio show
poem, poetry, poet, sonnet, shakespeare, rhyming text
pokemon, pokedex, pikachu, pocket monster
prayer, rosary, worship, pray, church, mosque, temple
programming joke, dad joke, chuck norris
quote, quotation, saying, famous words, citation, famous line, line from, dialogue
radio station, radio, now playing, currently playing, recently played, playlist of station, song on radio, what song was playing, played on radio, radio frequency
rhyme, rhyming, synonym, antonym, thesaurus, similar word, word association, sound like
role playing, rpg, fantasy, character generator
ron swanson, parks and recreation
runescape, osrs
scholarly, paper, research paper, scientific article, doi, journal article, scientific paper, academic, academic paper, study, research article, publication, find paper, research on, cite paper, citation of paper, who cited, literature search, academic work, journal
scripture, bible, holy book, bible verse, quran, gita, verse of day, torah, sacred text, krishna, hindu
simpson, springfield
song, track, music, find song, hear music, listen to music
speech, voice, text to speech, tts, read aloud, spoken
speech recognition, speech to text, transcribe, transcription
star trek, vulcan, enterprise
star war, swapi
stephen king, horror
stoic, marcus aurelius, seneca, ancient wisdom, philosopher, stoicism
story, tale
tarot, fortune, oracle
techy, technobabble, sound smart, tech phrase
toy, figure, amiibo
translation, translate, translator, speak language, other language, foreign language
trivia, quiz, quiz question, pub quiz, quiz night, quiz game, test knowledge
trump, donald trump, president said
tv, television, tv show, tv series, when next episode, episode list, series episode, new episode
tv schedule, tv guide, program guide, what on tv, broadcast schedule, on tv tonight, on tv, tonight on tv, what is on television
valorant, riot shooter
video, clip
video download, download video, youtube, youtube video
video game, game
wonder of world, landmark, sight, attraction, monument, places to see, ancient wonder
yugioh, yu gi oh
zelda, hyrule, breath of the wild
`
