/**
 * Ordinary English words, and products that many know: whoever types one has typed it right. Where no SDK has the word,
 * that is the answer; reading it as another word would be wrong.
 */

import { stem } from '../../search/words.ts'
import { BRANDS } from '../brands.ts'

const WORDS = `
age ago air area art ask bad bag bed big bird body book box bus car cat city code country cup cut day dog ear eat egg eye
far few game head high hit hot house job key large list long lot man map men money mother music name near new news number
old own pay person pet phone play point price question read red run school sea set shop show sky sun talk thing tip top toy
train tree try two use water weather web week win work year young
canyon cello concerto deli electron eruption etch magma philately varnish vulture
ability able abroad addition ancestry assemble assent became began capability chose clarity clause came coerce commence competent
computation confer convey customary defect detriment diagnostic elapsed end engrave expiration extensive explanation feedback frequent heard heir immunity indent integer
intercept intro invocation latent liability misc mistaken omission outer packet partnership powershell practicable
prioritize prose relative revert rewrite sake saner serial serialize spent sponsor stray stuck stimulate strategy
synopsis temporary threw tied topography vice whoever absence absent absolute abstract abuse accent accept accident accord account accuse achieve acid
acre across action active actual acute adapt adopt adult advance advantage adventure affair affect afford afraid
afternoon again against agenda agree agriculture ahead alarm alien alike alive alley allow ally almond almost alone
along aloud alpha already altar alter always amaze amber ambition ambulance among amount amuse ancestor anchor ancient
angel anger angle angry ankle announce annoy annual answer anxious anyone anything apart apology appeal appear appetite
apple apply approach approve april apron arcade arch arena argue arise army aroma arrange arrest arrival arrow ashes
aside asleep aspect asset assist assume atlas attach attack attempt attend attic attitude attract auction audience aunt
autumn average avoid await awake award aware awful awkward axis baby bachelor back backpack bacon badge bagel bait bake
balcony bald ballet balloon bamboo banner barber bare bargain barn barrel barrier basement basic basin basket batch bath
battery battle beach bead beam bean bear beard beast beat beautiful beauty become beetle beg begin behave behind belief
bell belly belong below belt bench bend beneath benefit berry beside bet better between beyond bible bid bike bind birth
biscuit bishop bite bitter black blade blame blank blanket blast bleed blend bless blind block blond blood bloom blow
blue blunt blush board boast body boil bold bolt bomb bond bone bonus boom boost boot border boring borrow boss both
bother bottle bottom bounce bound bowl bowling boxing boy bracelet bracket brain brake branch brass brave bread break
breakfast breast breath breathe breeze brew brick bride bridge brief bright bring broad broken bronze brother brown
brush bubble bucket buckle budget buffet bug bulb bulk bull bullet bump bundle bunny burden burger burn burst bury bush
butcher butter butterfly button buy buyer cabbage cabin cabinet cable cactus cage cake call calm camel camera camp
campus canal cancel cancer candle candy cannon canoe canvas capable cape captain captcha capture card care career careful
cargo carnival carpet carriage carrot carry carve case cash cashier casino cast castle casual catch category cattle
cause caution cave cease ceiling celebrate cell cellar cement cent center central century cereal certain chain chair
chalk challenge chamber champagne champion chance change channel chaos chapter character charge charity charm chart
chase cheap cheat cheek cheer cheese chef cherry chess chest chew chicken chief child chimney chin chip chocolate choice
choir choke choose chop chord chore christmas chunk church cigarette cinnamon circle circus claim clap clarify clash
class classic clay clean clear clerk clever click client cliff climb cling clip cloak clone close closet cloth clothes
clothing cloud clown club clue clumsy coach coal coast coat cockroach coconut coffin coin cold collapse collar colleague
collect column comb combat combine comedy comfort command comment commerce common companion compete complain complete
complex concept concern conclude concrete condition conduct confirm conflict confuse connect consent consider construct
consult consume contact contain content contest context continue contrast contribute control convince cook cookie cool
copper copy coral cord core corn corner correct cost costume cottage cotton couch cough council count couple courage
course cousin cover cow cowboy crab crack cradle craft crane crash crawl crazy cream create creature creek crew crime
crisis crisp critic crocodile crop cross crowd crown cruel cruise crumb crush crust crystal cube cucumber culture cup
cupboard cure curious curl curly current curry curse curtain curve cushion custom customer cute cycle dairy daisy damage
damp dance danger dark darling date daughter dawn dead deaf deal dear death debate debt decade decay decent deck declare
decline decorate deep deer defeat defend define degree delay delicate delicious delight demand denim dense deny depart
depend deposit depth deputy derive describe desert deserve design desire desk dessert destroy detail detect detective
develop devil devote dial diamond diary dictate differ difficult dig digest digital dignity dim dine dinosaur direct dirt
dirty discover discuss dish dismiss display dispute distance distant ditch dive divide divorce dizzy dock doll dolphin
donate donkey donor door dose double doubt dough dove down dozen draft drag dragon drain drama draw drawer dream dress
drift drill drink drive driver drop drown drum drunk dry duck duke dumb dusk dust duty dwarf eager eagle early earn earth
ease east easter easy echo edge edit editor effect effort eight elbow elder elephant eleven elf elite embrace emerge
emotion emperor empire employ empty enable enemy engage engine engineer enjoy enormous enough enter entire entry envelope
envy equal equip error escape essay essential estate eternal even evening ever evidence evil evolve exact exam example
excite exclude excuse exhaust exist exit exotic expand expect expense expert explain explode explore explosion expose
express extend extra extreme fabric face factor factory fade fail faint fair fairy faith fake fall false fame familiar
family famous fan fancy fantasy farm farmer fashion fast fat fatal fate father fault favor favourite fear feast feather
feature fee feed feel fence festival fetch fever fiber fiction field fierce fifteen fifty fight figure film filter final
find fine finger finish fire firm first fish fishing fit fix flag flame flash flat flavor flesh flexible float flock
flood floor flour flow flower fluid flush flute fly foam focus fog fold folder folk follow food fool foot force forehead
foreign forest forever forget forgive fork formal fortune forty forward fossil foster fountain four fragile frame free
freedom freeze fresh friday friend frog front frost frozen fruit fuel full fun fund funeral funny fur furniture future
gadget gain galaxy gallery gamble gang gap garage garbage garden garlic gas gate gather gaze gear gem gender general
genius gentle genuine ghost giant gift giraffe girl glad glance glass globe gloom glory glove glow glue goal goat god
gold golden golf good goose gorilla gossip govern grab grace grade grain grand grandfather grandmother grape grasp grass
grave gravity great greed green greet grey grid grief grill grind grip grocery ground group grow growth guard guess
guest guide guilt guitar gulf gum gun gutter gym habit hair half hall halloween hammer hamster hand handle handsome
handy hang happen happy harbor hard harm harmony harsh harvest haste hat hate haunt haven hawk hazard head headache heal
hear heart heat heaven heavy hedge height hell hello helmet help hen herb hero hesitate hidden hide high hill hint hip
hire hobby hockey hold hole hollow holy home homework honest honey honor hook hope horizon horn horrible horror horse
hose host hostile hot hour house household hover huge human humble hundred hunger hungry hunt hunter hurricane hurry
hurt husband hut hybrid hymn ice icon idea ideal identity idle ignore illegal illness image imagine imitate immense
impact import impress improve impulse inch incident include income increase indeed index indoor infant inform injury ink
inner innocent input inquiry insect inside insist inspect inspire install instant instead instinct instrument insult
intend intense interest internal internet interview invent invest invite iron island issue item ivory jacket jail jam
jar jaw jazz jealous jeans jelly jewel jewelry join joint joke journal journey joy judge juice jump jungle junior jury
just justice karate keen keep kettle keyboard kick kid kidney kill kind king kingdom kiss kit kitchen kite knee kneel
knife knight knit knock knot knowledge label labor lack ladder lady lake lamb lamp land lane language lantern lap laptop
large laser last late laugh laundry lava law lawn layer lazy lead leader leaf league lean leap learn least leather leave
lecture left leg legacy legal legend lego leisure lemon lend length lens leopard lesson letter level liberty license lick
lid lie life lift light lightning like limb lime limit line lion lip lipstick liquid list listen liter little live liver
lizard load loan lobby local lock logic lone long look loop loose lord lose loss lost lottery lotto loud lounge love
lovely low loyal luck lucky luggage lumber lunch lung luxury machine mad magic magnet maid mail main major male mall
man manage manner map maple marble march margin mark market marriage marry mask mass massage master match mate material
matter mattress mature maximum mayor maze meadow mean measure meat mechanic medal medium meet melody melon melt memory
mental mention menu merchant mercy mere merge merit merry mess metal method middle might mild mile milk mill mind mine
mineral minor mint minute miracle mirror miss mistake mix mobile mode model modern modest moment monday monk monkey
monster month mood moon moral morning mosquito moss mother motion motor mount mountain mouse mouth move movie much mud
mug multiply murder muscle mushroom music mustard mute mutual mystery myth nail naked name nap narrow nasty nation
native nature navy neat neck necklace needle negative neglect neighbor neither nephew nerve nervous nest network neutral
never nice niece night nine noble noise none noodle noon normal north nose note nothing notice notion novel nurse nut
oak oath obey object observe obtain obvious occasion occupy occur ocean october odor offend offer office officer often
okay olive onion open opera operate opinion oppose option orange orbit orchard order ordinary organ origin other otter
ought outfit outlet oven owe owl owner oxygen oyster pace pack package page pain paint pair pajamas palace pale palm pan
pancake panda panel panic pants paper parade paradise parallel parcel pardon parent park parrot part partner party pass
passage passion passport past pasta paste path patience patient pattern pause pave peace peach peak peanut pear pearl
pedal peel pen penalty pencil penguin penny pension people pepper perfect perform perfume perhaps period permit pet
phase photo phrase physical piano pick picnic picture piece pier pig pigeon pile pilgrim pill pillow pilot pin pine pink
pioneer pipe pirate pistol pitch pity pizza place plain plan planet plant plastic plate play player plaza plead pleasant
pleasure plenty plot plug plum plunge plural pocket poem poet point poison polar pole police polish polite pond pony pool
poor pop porch pork portrait pose position positive possess possible post pot potato pottery pouch pound pour powder
power praise pray preach precious prefer pregnant prepare presence present president press pretend pretty prevent price
pride priest prince princess print prison private prize problem process produce product profit progress promise promote
proof proper protect protest proud prove proverb pudding pull pulse pump pumpkin punch punish pupil puppet purchase pure
purple purpose purse push puzzle quality quarrel quarter queen quick quiet quit quite rabbit race racism radar rage rail
rain raise ram ranch range rank rapid rare rat rate rather ratio raven raw razor reach react read ready real realize
reason rebel recall recent record red reduce refer reflect refuse regret regular reject relate relax release relief
rely remain remark remedy remind remote remove rent repair repeat replace reply report rescue resist resort respect
respond rest result reveal revenge reverse review revolt reward rhythm rib ribbon rice rich ride rifle right ring riot
ripe rise risk ritual rival river road roar roast rob robe robin robot rock rod role roll roof room root rope rose rotten
rough round route routine row royal rubber rude rug ruin rule rumor run rural rush rust sack sacred sacrifice sad saddle
safe sail sailor salad sale salmon salon salt same sample sand sandal sandwich satisfy saturday sauce sausage savage save
scale scan scandal scar scarf scary scatter scene scent schedule scholar school scissors scold score scout scratch scream
screen screw script sculpture seal seat second secret sect seed seek seem seize self sell senior sense sentence separate
series serious serve settle seven severe sew shade shadow shake shall shallow shame shampoo shape share shark sharp shave
shed sheep sheet shelf shell shelter shepherd shield shift shine ship shirt shock shoe shoot shop shore short shoulder
shout shovel show shower shrimp shrink shrub shut shy sick side sigh sign signal silence silent silk silly silver similar
sin sing singer single sink sister sit site six size skate skeleton sketch skill skin skirt skull slave sleep sleeve
slice slide slight slim slip slope slot slow small smart smell smile smoke smooth snack snail snake soap social sock soda
sofa soft software soil soldier sole solid solve son song soon sore sorrow sort soul sound soup sour south space spare
spark speak spear special speech speed spell spend sphere spice spicy spider spill spin spinach spine spirit splash
splendid split spoil sponge spoon sport spot spray spread spring spy square squash squeeze squirrel stable stadium staff
stage stain stair stamp stand standard star stare start starve state statement statue stay steady steak steal steam steel
steep steer stem step stick sticky stiff still sting stir stitch stomach stone stool stop storage store storm story stove
straight strange stranger straw strawberry stream street strength stress stretch strict strike string strip strong
struggle stubborn study stuff stupid style subject submit subtle succeed success sudden suffer sugar suggest suit
suitcase summer sun sunday superb supper supply support suppose supreme surface surgeon surgery surprise surround
survive suspect swallow swamp swan swear sweat sweater sweep sweet swell swift swim swing switch sword symbol sympathy
symptom system table tail tailor talent talk tall tank tape target task taste tattoo tax taxi tea teach teacher team tear
tease teenager tell temper temple tempo tempt tenant tender tennis tent term terrible test thank theater theatre theme
theory thick thief thigh thin think thirst thirsty thirteen thirty thousand thread threat three throat throne throw thumb
thunder thursday ticket tidy tie tiger tight tile timber time timid tin tiny tire tired tissue title toad toast tobacco
toe together toilet tomato tomorrow ton tone tongue tooth top torch tornado tortoise total touch tough tour toward towel
tower town trace track trade tradition tragedy trail train trait transfer trap trash travel tray treasure treat tree
tremble trend trial tribe trick trigger trim trip troop trophy tropical trouble trousers truck true trumpet trunk trust
truth tube tuesday tulip tumor tuna tune tunnel turkey turtle tutor twelve twenty twice twin twist typical ugly umbrella
uncle under understand unhappy uniform union unique unit unite unity until upper upset urban urge urgent usual vague
vacuum valid valley value vampire van vanish vanilla variety various vase vast vegan vegetable vein velvet venue verb
verdict very vessel veteran victim victory view villa village vinegar violence violet violin virgin virtue visible vision
visit vital vivid voice volleyball volume volunteer vowel voyage wage wagon waist wait waiter wake walk wall wallet
walnut wander war ward wardrobe warehouse warm warn wash wasp waste watch water wave wax way weak wealth weapon wear
weave wedding wednesday weed weekend weep weigh weight weird welcome well west wet whale wheat wheel whip whisky whisper
whistle white whole wicked wide widow width wife wild wind window wine wing winner winter wipe wire wisdom wise wish witch
witness wizard wolf woman wonder wood wooden wool word work world worm worry worse worst worth wound wrap wreck wrist
write wrong yard yarn year yell yellow yesterday yield yoga young youth zebra zero zone zoo
actual adjust advertise align allocate although amend annotate appropriate assess assign attribute aware base basis best
bring brought broke case cite classify colon comma commit compare compensate compilation comply conform consist const
construe convention copy corrupt could create daemon deliver deny deploy deprecate detect determine diagnose distinct
distribute domain easy effective efficient eliminate else elsewhere embed emit encounter endorse enforce ensure entail
equivalent err establish estimate evaluate event exceed excess execute exempt expect expend experience explicit exploit
extent facilitate favor feasible figure forbid found fulfil further fragment generic govern grant guarantee guideline
handle happen hence henceforth hereby identify illustrate implement implicit imply incident incorporate indicate
individual induce infer infringe initial initiate insert install integrity intent interact interfere interpret invoke
involve isolate justify large late latter less liable line list load located machine maintain mandatory manual
mechanism memorial merely migrate minimal mitigate modify monitor motivate multiple mutate negotiate nevertheless nor
noted numerous obligation obsolete obtain omit optimal optional original otherwise overall overcome owe parse particular
perceive permanent permissive persist pertain plus portable precise predict prefer preliminary preserve presume previous
primary prior proceed prohibit prompt proper propose provision public publish pursue random range readable regard
relevant reliable remainder render represent request require resemble reside resolve restore restrict resume retain
retrieve revise satisfy seldom select seldom sequence should significant simple simulate situate somehow somewhat
specify spite stale state status subsequent substantial substitute succeed sufficient suitable summarize superior
supplement supply suppress suspend sustain tend terminate their therefore though throughout thus tick transform transmit
treatise treaty trivial typical ultimate undergo undertake unless utilize valid vary verify versus via waive whereas
whereby whether wish withdraw worthy
algorithm allocator apache app ascii assert async backup backport bash bandwidth beta binary bluetooth boolean bot bracket browser buffer byte cache char changelog checkout chrome codebase
codepath
compile compiler config console cookie cron csv dashboard debug decode decoder desktop disconnect docker download ecosystem emulator encode eval exec filename filesystem firewall
firmware framework freeware gateway glob gradient hacker hardware hashtag heap highlight host icon instanceof iterate inbox java kernel keyboard keyword
lambda laptop latency layout linter linux listener loader localhost login mac malware media memory middleware mouse native newline null offline online openssl param parser
patch pathname perf pixel pointer plugin podcast popup printer processor prompt protocol queue ram readline refactor regex regression render repl replica resolver router runtime sandbox
scanner schema scroll shell sitemap slash socket spam spawn specifier sprite stack stderr stdin stdio stdout struct streaming subnet subset sync synchronous syntax tablet template terminal thread
timer toggle token toolbar tracker tutorial unicode upload vector vendor viewer virtual wallpaper whitespace wildcard widget workaround worktree wifi wiki
windows wireless workflow xml yaml zip
airflow amazon apple booking confluence elasticsearch gemini gnome grafana intel jenkins kafka kubernetes lambda
magento medium messenger meta mistral mongodb notion octopus oracle outlook perplexity postgres redis replicate sap
segment sentry signal sony square steam tableau teams tensorflow terraform tesla uber ubuntu visa windows wise zoom
`

const ENGLISH_WORDS = new Set([...WORDS.match(/\S+/g)!, ...BRANDS])
const ENGLISH = new Set([...ENGLISH_WORDS].map(stem))
const ENDINGS =
  /(?:ly|ally|er|ers|est|or|ors|ness|ment|ments|able|ible|ive|al|ity|ful|less|ion|ions|ation|ations|ism|ist|ists|ish|ing|ings|ed|es|s|y|i[sz](?:e|ed|es|er|ers|ing|ation))$/
const BEGINNINGS = /^(?:un|re|non|dis|mis|in|im|ir|over|under|pre|sub|out)/
const SHORTEST_BASE = 3

/** @param term a stem */
export const isEnglish = (term: string): boolean => ENGLISH.has(term)

/** The ordinary words that a word may be a form of: "correctly", "bigger", "happiest". */
export function englishBases(word: string): string[] {
  const base = word.replace(ENDINGS, '')
  if (base === word || base.length < SHORTEST_BASE) return []
  const bases = [base, `${base}e`]
  if (/i(?:e[drs]|est|ly|ness)$/.test(word)) bases.push(`${base.slice(0, -1)}y`)
  if (/^[aeiouy]/.test(word.slice(base.length))) bases.push(base.replace(/([^aeiou])\1$/, '$1'))
  return bases.filter((one) => ENGLISH_WORDS.has(one))
}

/** "unlikely", "invalid": of an ordinary word, but not what it says. */
export const isTurned = (word: string): boolean => {
  const base = word.replace(BEGINNINGS, '')
  return base !== word && base.length > SHORTEST_BASE && ENGLISH_WORDS.has(base)
}
