/**
 * Words for subjects beyond their names in the emoji data. One line is `key: phrases`; the keys are those of
 * the subject table. A key with `*9` is a crowd of nine.
 * @NOTE length: it is data.
 */
export const subjectVocabulary = `
# Animals
fox: vixen, fox cub, red fox, 狐, 小狐狸, 红狐, 赤狐
wolf: timber wolf, direwolf, werewolf, husky, 狼, 野狼, 哈士奇
lion: lioness, lion cub, 狮, 雄狮
bear: grizzly, grizzly bear, brown bear, bear cub, 熊, 棕熊
polar-bear: polar bear cub, 白熊
panda: giant panda, red panda, panda bear, 熊猫, 大熊猫
koala: koala bear
hamster: guinea pig, gerbil
frog: toad, tree frog, 蛙
cat: kitten, kitty, tabby, tomcat, siamese cat, persian cat, 猫, 猫咪, 小猫, 橘猫, 花猫
black-cat: black kitten
dog: puppy, pup, hound, golden retriever, retriever, labrador, corgi, shiba, shiba inu, beagle, terrier, bulldog, collie, 狗, 小狗, 犬, 狗狗, 柯基, 金毛
rabbit: bunny, hare, 兔, 白兔, 小兔子, 小白兔, 兔兔
squirrel: chipmunk
mouse: mice
turtle: tortoise, 乌龟, 陆龟
crocodile: alligator, 短吻鳄
snake: serpent, python, cobra, viper
lizard: gecko, iguana, chameleon, salamander, 壁虎
horse: pony, stallion, mare, foal, mustang, steed, 马, 骏马, 小马, 白马, 野马, 马儿
unicorn: 独角兽
donkey: mule
deer: stag, doe, fawn, reindeer, elk, antelope, gazelle, buck, impala, 小鹿, 鹿, 梅花鹿, 麋鹿, 驯鹿
moose: 驼鹿
cow: calf, cattle, dairy cow, 牛, 小牛
ox: bull, buffalo bull, 耕牛
bison: buffalo, 野牛
pig: piglet, hog, 小猪, 猪
boar: wild boar, 野猪
sheep: lamb, ewe, flock of sheep, 羊, 绵羊, 羊群, 小羊
goat: kid goat, ibex
llama: alpaca, 羊驼
camel: dromedary
giraffe: 长颈鹿
elephant: 象, 小象
leopard: cheetah, jaguar, panther, snow leopard, puma, cougar, lynx, 豹, 猎豹, 雪豹
tiger: tiger cub, 虎, 猛虎
hippopotamus: hippo
rhinoceros: rhino
monkey: ape, chimp, chimpanzee, baboon, 猴, 小猴子
kangaroo: wallaby
bird: songbird, robin, cardinal, sparrow, finch, nightingale, canary, bluebird, 鸟, 小鸟, 麻雀
crow: raven, magpie, blackbird, rook, 乌鸦, 喜鹊
dove: pigeon, white dove, 鸽子, 白鸽
eagle: hawk, falcon, vulture, osprey, condor, bald eagle, buzzard, 老鹰, 雄鹰, 隼
owl: barn owl, snowy owl
parrot: macaw, cockatoo, parakeet, toucan
duck: mallard, duckling, wild duck, 鸭, 小鸭子, 野鸭
goose: geese, wild goose, 大雁
swan: cygnet
heron: crane, stork, egret, white crane, 鹤, 白鹤, 仙鹤, 白鹭, 丹顶鹤, 鹭
seagull: gull, albatross, tern, 海鸥
hummingbird: kingfisher, 蜂鸟, 翠鸟
rooster: hen, chicken, cockerel, 鸡, 母鸡, 小公鸡
chick: baby chicken, 雏鸡
penguin: 小企鹅
dolphin: porpoise
whale: humpback whale, blue whale, humpback, sperm whale, 鲸
orca: killer whale, 虎鲸
shark: great white shark, hammerhead
fish: goldfish, salmon, trout, tuna, koi fish, 鱼, 金鱼, 小鱼
tropical-fish: clownfish, koi, angelfish, 锦鲤, 鲤鱼, 小丑鱼
octopus: kraken
seal: sea lion, walrus, 海狮, 海象
crab: hermit crab, 螃蟹, 小螃蟹
shell: seashell, conch, sea shell, 贝壳
starfish: sea star, 海星
seahorse: sea horse, 海马
sea-turtle: sea turtle, 海龟
manta-ray: manta ray, stingray, manta, 鳐鱼, 蝠鲼
shrimp: prawn
butterfly: moth, monarch butterfly
bee: bumblebee, honey bee, wasp, hornet, bumble bee
ladybug: ladybird, lady bug
caterpillar: inchworm
grasshopper: locust, 蚱蜢
dragonfly: damselfly, 蜻蜓
spider: tarantula
t-rex: tyrannosaurus, tyrannosaurus rex, dinosaur, trex, 恐龙
sauropod: brontosaurus, brachiosaurus, diplodocus, long necked dinosaur, 雷龙, 腕龙
velociraptor: raptor, 迅猛龙
pterodactyl: pterosaur, pteranodon, 翼龙
dragon: wyvern, drake, chinese dragon, 龙, 巨龙, 飞龙
phoenix: firebird, fire bird, 凤凰, 火凤凰
# Plants
rose: rose bush, 玫瑰花
sunflower: 葵花
lotus: water lily, lily pad, lotus flower, waterlily, 荷花, 睡莲, 荷叶
cactus: cacti, saguaro
mushroom: toadstool, fly agaric, 蘑菇, 毒蘑菇
potted-plant: houseplant, bonsai, pot plant, 盆栽, 盆景
bouquet: bunch of flower
maple-leaf: maple leaves
wheat: ears of wheat, 麦穗, 稻穗
log: tree stump, stump, tree trunk, fallen tree, 树桩, 原木, 木桩
boulder: rock, stone, big rock, 巨石, 大石头, 石
leafless-tree: bare tree, dead tree, withered tree, leafless tree, 枯树
feather: plume
hibiscus: 木槿
# People
person: human, figure, traveler, traveller, hiker, wanderer, pedestrian, passerby, silhouette of a person, musician, street musician, violinist, guitarist, pianist, drummer, photographer, writer, poet, scholar, merchant, blacksmith, gardener, explorer, villager, climber, walker, stranger, tourist, adventurer, backpacker, 人, 旅人, 行人, 路人, 旅行者, 人影, 游客
person*2: couple, lovers, young couple, old couple, friends, 情侣, 夫妻, 恋人, 一对情侣, 朋友们
person*4: family, 一家人, 家人
person*5: people, crowd, persons, humans, group of people, 人们, 人群, 众人
man: guy, lumberjack, gladiator, businessperson, gentleman, male, fisherman, sailor, father, dad, husband, soldier, cowboy, monk, samurai, warrior, hunter, shepherd, viking, pirate, men, 男人, 男子, 男士, 渔夫, 水手, 父亲, 爸爸, 士兵, 武士, 战士, 猎人, 和尚, 侠客
woman: lady, female, mother, mom, wife, women, girlfriend, ballgown, 女人, 女子, 女士, 母亲, 妈妈, 美女, 女性
boy: lad, little boy, schoolboy, son, 男孩, 小男孩, 少年, 男孩子
girl: little girl, schoolgirl, daughter, young girl, teenage girl, 女孩, 小女孩, 少女, 小姑娘, 姑娘
child: kid, toddler, children, 孩子, 小孩, 小朋友
baby: infant, newborn, 婴儿, 宝宝
old-man: grandfather, grandpa, elderly man, old fisherman, 老人, 老爷爷, 老头, 爷爷, 老翁
old-woman: grandmother, grandma, elderly woman, granny, 奶奶, 老婆婆, 老奶奶
farmer: 农夫
artist: painter, 画家
cook: chef, baker
health-worker: doctor, nurse, surgeon, 医生, 护士
office-worker: businessman, businesswoman, 商人
technologist: programmer, coder
police-officer: policeman, policewoman, cop
firefighter: fireman
astronaut: cosmonaut, spaceman, space explorer, 太空人, 航天员
wizard: mage, sorcerer, magician, merlin, 巫师, 魔法师, 法师
witch: sorceress, enchantress, 女巫
king: emperor, 国王, 皇帝
princess: queen, 女王, 王后, 皇后
knight: knight in armor, cavalier, knight on horse, 骑士
ninja: shinobi
elf: wood elf, 精灵
vampire: dracula, 吸血鬼
zombie: undead, 僵尸
superhero: super hero, 超级英雄
genie: djinn, 精怪
fairy: pixie, 仙子
mermaid: siren, 美人鱼
merman: triton
angel: cherub, cupid, 天使
santa: santa claus, father christmas, saint nicholas, 圣诞爷爷
robot: android, cyborg, droid, mech, 机械人
alien: extraterrestrial, martian
ghost: spirit, phantom, specter, spectre, 幽灵, 鬼魂
goblin: imp, demon, devil, 恶魔, 魔鬼
ogre: monster, orc, 怪物, 妖怪, 怪兽
troll: giant troll
clown: jester, 小丑
bigfoot: yeti, sasquatch, 雪怪
ballerina: ballet dancer, 芭蕾舞演员
woman-dancing: dancer, flamenco dancer, 舞者
knight: 骑兵
centaur: 半人马
skeleton: 骷髅, 骨架
grim-reaper: reaper, 死神
scarecrow: 稻草人
bride: wedding dress bride, 新娘
skier: skier, 滑雪者
snowboarder: snowboarder, 单板滑雪者
golfer: golfer, golf player
person-surfing: surfer, 冲浪者
person-cycling: cyclist, biker, 骑行者
person-running: runner, jogger
person-swimming: swimmer
person-rowing: rower, kayaker
rider: rider, horse rider, jockey, horseman, 骑手
# Vehicles
car: automobile, sports car, sedan, vintage car, convertible, coupe, old car, 车, 轿车, 跑车, 小汽车, 小车
jeep: suv, off road vehicle, 4x4, 吉普车, 越野车
racing-car: race car, formula one car, f1 car, formula 1 car
taxi: cab, yellow cab
police-car: cop car
fire-engine: fire truck
bus: school bus, double decker, coach bus, 公共汽车, 巴士, 校车
minibus: van, camper van, campervan, camper, minivan, rv, 面包车, 房车
truck: delivery van, 卡车
lorry: semi truck, semi, trailer truck, 大货车
pickup-truck: pickup, 皮卡
motorcycle: motorbike, 摩托
scooter: moped, vespa, 电动车, 踏板车
bicycle: bike, cycle, 单车, 脚踏车
train: steam train, steam locomotive, steam engine, locomotive, 蒸汽火车, 火车
bullet-train: high speed train, shinkansen, bullet train, express train, 高铁, 动车, 新干线, 子弹头列车
metro-train: subway, subway train, metro, 地铁
tram: streetcar, trolley, 电车
cable-car: gondola lift, ropeway
wagon: covered wagon, carriage, cart, stagecoach, 马车, 大篷车
tank: battle tank, army tank, 坦克
wheelbarrow: 手推车
sled: sleigh, toboggan
canoe: kayak, rowboat, rowing boat, dinghy, little boat, small boat, gondola, wooden boat, 小船, 小舟, 孤舟, 一叶扁舟, 扁舟, 皮划艇, 木船, 渔舟
motorboat: fishing boat, trawler, tugboat, motor boat, fishing vessel, 渔船, 摩托艇
ship: steamship, freighter, cargo ship, ocean liner, steamer, container ship, battleship, 轮船, 船, 货轮, 巨轮, 大船
cruise-ship: cruise liner, 邮轮, 游轮
pirate-ship: galleon, tall ship, caravel, schooner, pirate boat, 海盗船
viking-ship: longship, viking boat, drakkar, 维京船
raft: wooden raft, bamboo raft, 木筏, 竹筏
submarine: u boat, 潜水艇, 潜艇
airplane: plane, aeroplane, jet, jetliner, aircraft, airliner, fighter jet, jumbo jet, 飞机, 客机, 喷气机, 战斗机
propeller-plane: small plane, propeller plane, seaplane, cessna
biplane: 双翼飞机
helicopter: chopper
airship: zeppelin, blimp, dirigible, 飞艇
rocket: rocket ship, spaceship, spacecraft, starship, space ship, 飞船, 宇宙飞船, 太空船
space-shuttle: shuttle, 航天飞机
flying-saucer: ufo, alien ship, alien spaceship, 不明飞行物
planet: saturn, jupiter, ringed planet, gas giant, 行星, 土星, 木星, 星球
earth: planet earth, globe, 地球
comet: meteor, meteorite, 陨石
kite: kites
# Buildings
hut: straw hut, thatched hut, thatched cottage, 草屋
cabin: log cabin, wooden cabin, log house, 小木屋
barn: red barn, 谷仓
treehouse: tree house, 树屋
mushroom-house: mushroom house, fairy house, 蘑菇屋
haunted-house: haunted house, haunted mansion, 鬼屋
water-mill: watermill, water wheel, 水车
pagoda: temple pagoda, chinese tower, 宝塔
church: chapel, cathedral, abbey, monastery, 大教堂, 小教堂
torii: torii gate, shrine gate, 鸟居
hindu-temple: temple, angkor wat, 寺庙, 庙, 佛寺
japanese-castle: chinese palace, pavilion, japanese temple, 楼阁, 阁楼, 亭子, 亭台
classical-building: greek temple, parthenon, roman temple, 神殿, 神庙
office-building: apartment building, apartment block, office tower, 大厦
igloo: snow house, 冰屋
tipi: teepee, wigwam
pyramid: pyramids, great pyramid, 金字塔
sphinx: 狮身人面像
clock-tower: big ben, clocktower, 大本钟
water-tower: 水塔
watchtower: lookout tower, fire lookout, guard tower, 瞭望塔, 烽火台
building-construction: construction crane, tower crane, construction site, 起重机, 塔吊, 工地
well: water well, wishing well, stone well, 水井
ferris-wheel: big wheel, observation wheel
circus-tent: circus, big top
carousel-horse: carousel, merry go round
fountain: water fountain
moai: easter island head, easter island statue
tent: camping tent
mailbox: letterbox, letter box, 信箱, 邮箱
beach-umbrella: parasol, sunshade, beach parasol, 遮阳伞, 太阳伞
fuel-pump: gas pump, gas station, petrol pump, 加油站
signpost: sign post, wooden sign, 路标, 指示牌
tokyo-tower: eiffel tower, radio tower, 埃菲尔铁塔, 铁塔
convenience-store: shop, store, 商店
christmas-tree: xmas tree, decorated tree
# Food and things
apple: 苹果
coffee: cup of coffee, coffee cup, mug, latte, espresso, cappuccino, coffee mug, hot chocolate, cup of tea, 咖啡, 一杯咖啡
teacup: tea cup, tea, cup of tea, 茶, 茶杯, 一杯茶
wine-glass: glass of wine, wine, 红酒, 酒杯
beer-mug: beer, pint of beer
cocktail-glass: cocktail, martini
birthday-cake: cake, 蛋糕
shortcake: slice of cake, cheesecake
noodles: ramen, bowl of noodle, noodle soup, bowl of ramen, 拉面, 一碗面
cooked-rice: bowl of rice, rice bowl
doughnut: donut
ice-cream: ice cream cone, gelato, 冰激凌, 雪糕
hamburger: burger, cheeseburger
french-fries: fries, chips
cheese-wedge: cheese, 奶酪
bread: loaf of bread, loaf
baguette-bread: baguette
jack-o-lantern: pumpkin, carved pumpkin, jack o lantern, 南瓜
ear-of-corn: corn, maize
kiwi-fruit: kiwi
eggplant: aubergine
honey-pot: honey, jar of honey
chocolate-bar: chocolate
amphora: vase, urn, clay pot, 花瓶, 陶罐
guitar: electric guitar, acoustic guitar
piano: grand piano, 钢琴
violin: cello, fiddle, 大提琴
drum: drums, drum kit
trumpet: bugle, 喇叭花
tuba: 大号
headphone: headphones
soccer-ball: football, soccer
trophy: trophy cup
wrapped-gift: gift, present, gift box, 礼盒
candle: candles, candlelight, 烛光
red-lantern: chinese lantern, paper lantern, red lantern, 灯笼, 孔明灯
lantern: oil lamp, old lantern, 提灯, 油灯
torch: flaming torch, 火把, 火炬
fire: flame, flames, blaze, 火, 火堆
chair: armchair, stool, bench, rocking chair, park bench, 长椅, 凳子
couch-and-lamp: sofa, couch, 沙发
framed-picture: framed painting, picture frame, 画框
television: tv, tv set
desktop-computer: computer, pc, monitor, 电脑
mantelpiece-clock: clock, 时钟, 钟
mobile-phone: phone, smartphone, cell phone
bookshelf: bookcase, shelf of book, 书架
book: 书, 书本
open-book: old book, spellbook
books: stack of book, pile of book, 一摞书
package: box, cardboard box, parcel, 盒子, 纸箱
bucket: pail
barrel: cask, wooden barrel, keg, 木桶
crown: tiara
backpack: rucksack, 背包
luggage: suitcase
umbrella: brolly, 雨伞, 伞, 油纸伞
gem-stone: gem, diamond, crystal, jewel, sapphire ring, 钻石, 水晶石
coin: coins, gold coin, 金币
treasure-chest: treasure, chest of gold, treasure box, 宝藏, 宝物
crossed-swords: swords, sword fight
dagger: sword, knife, blade, katana, 剑, 宝剑, 刀
bow-and-arrow: archery bow, bow and arrow, 弓箭
headstone: gravestone, tombstone, grave, tomb, 坟墓
magnifying-glass: magnifier, magnifying glass, 放大镜
compass: 罗盘
red-heart: heart, love heart, 心, 爱心
bubbles: soap bubble, 泡泡
skull: human skull, 骷髅头
teddy-bear: teddy, stuffed bear, 玩具熊
snowman: snow man
fishing-pole: fishing rod, 鱼竿
soccer-ball: 皮球
balloon: balloons, toy balloon, party balloon
`;

/**
 * English names from the emoji data that mean something else more often, and Chinese ones
 * that are parts of other words.
 */
export const misleadingNames =
  'seat, pick, key, ring, hook, watch, bell, gear, mate, ice, salt, butter, ribbon, thread, label, coat, wood, rock, window, mirror, door, bank, ' +
  'school, hotel, construction, wedding, cooking, bowling, tennis, toilet, sponge, purse, shower, custard, herb, mouse, fly, duck, cook, guard, judge, ' +
  'pilot, student, bat, turkey, seal, bone, brick, ant, singer, mechanic, drum, shield, bug, cricket, train, rat, ram, ox, pear, olive, lime, peach, ' +
  'orange, tangerine, chestnut, coconut, lemon, rose, carrot, beans, onion, garlic, star, fire, sparkles, snowflake, sun, moon, cloud, comet, ' +
  'scroll, table, blossom, leaves, cherry blossom, lotus, wheat, feather, sake, pie, egg, bread, jar, basket, package, dress, scarf, glasses, gloves, ' +
  'hammer, axe, radio, telephone, keyboard, notebook, magnet, bomb, skis, genie, elf, hut, house, houses, castle, balloon, crescent moon, full moon, ' +
  'volcano, tent, sailboat, factory, hospital, performing arts, hat, trophy, compass, crown, camera, video camera, movie camera, ' +
  '滑雪, 游泳, 冲浪, 滑冰, 施工, 开花, 闪亮, 婚礼, 干杯, 骑自行车, 划艇, 落叶, 热饮, 银行, 学校, 派, 行人, 樱花, 枫叶, 星星, 帆船, 房子, 弯月, 满月, 活塞, 座位, 表演艺术';
