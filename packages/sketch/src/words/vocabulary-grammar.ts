/**
 * Words that qualify or join nouns; written as in `vocabulary-scene.ts`. Chinese place words stand behind the
 * noun and are marked `after=`. `skip` protects phrases that would be misread in parts.
 */
export const grammarVocabulary = `
# Colours, as they look well in a picture
color=#d23a33: red, crimson, scarlet, ruby, vermilion, cherry red, 红色, 红, 红色的, 大红, 深红, 鲜红, 赤
color=#2f6fd0: blue, azure, cobalt, sapphire, royal blue, 蓝色, 蓝, 湛蓝, 蔚蓝
color=#1f3a6e: navy, navy blue, dark blue, indigo, deep blue, midnight blue, 深蓝, 深蓝色, 藏青
color=#8cc4ee: light blue, sky blue, baby blue, pale blue, 浅蓝, 浅蓝色, 天蓝, 天蓝色
color=#3f9b4f: green, emerald, jade, 绿色, 绿, 翠绿, 碧绿
color=#2c5f3f: dark green, forest green, deep green, 深绿, 深绿色, 墨绿
color=#8fcf6f: light green, lime green, mint green, mint, pale green, 浅绿, 浅绿色, 薄荷绿
color=#7f8a45: olive green, 橄榄绿
color=#f2c333: yellow, lemon yellow, mustard, 黄色, 黄, 明黄, 鹅黄
color=#e8b23f: golden, gold, golden yellow, 金色, 金, 金黄, 金黄色
color=#f0883a: orange, 橙色, 橙, 橘色, 橘红, 橙红
color=#8a57c4: purple, violet, amethyst, plum, 紫色, 紫
color=#b79fe0: lilac, mauve, lavender colored, light purple, pale purple, 淡紫, 淡紫色, 浅紫
color=#f08bb0: pink, rosy, blush, 粉色, 粉红, 粉红色, 粉, 桃红
color=#d9418f: magenta, fuchsia, hot pink, 品红, 洋红, 玫红
color=#2f9f9f: teal, turquoise, cyan, aqua, aquamarine, 青色, 青绿, 青绿色, 蓝绿色, 绿松石色
color=#8a5f42: brown, chestnut brown, chocolate brown, tan, bronze, 棕色, 褐色, 棕, 咖啡色
color=#efe6d2: cream, beige, ivory, off white, 米色, 米白, 奶油色
color=#f4f4f6: white, snow white, pure white, 白色, 白, 雪白, 洁白
color=#2b2a30: black, jet black, ebony, 黑色, 黑, 漆黑, 乌黑
color=#8f9299: gray, grey, 灰色, 灰
color=#c3c8d0: silver, silvery, 银色, 银
color=#f2a38f: peach colored, coral pink, salmon pink, 珊瑚色
color=#c86a45: rust, copper, terracotta, 铜色, 砖红
color=#7b2f3b: maroon, burgundy, wine red, 酒红, 酒红色
palette: tone, palette, hue, color, colour, shade, color scheme, color palette, colored light, 色调, 配色, 色彩, 颜色
# Counts
count=1: one, single, lone, lonely, solitary, 一, 独自, 孤独的, 孤独, 孤零零, 一叶, 一轮, 一弯
count=2: two, pair of, couple of, both, twin, 两, 双, 一对, 一双
count=3: three, trio of, a few, few, some, several, 三, 几, 一些, 几个, 几只, 若干
count=4: four, 四
count=5: five, handful of, bunch of, group of, family of, 五, 一排
count=6: six, half a dozen, half dozen, 六
count=7: seven, row of, line of, herd of, pack of, 七, 一群, 一队
count=8: eight, many, lot of, lots of, plenty of, numerous, 八, 许多, 很多, 众多, 好多
count=9: nine, flock of, school of, colony of, 九, 成群的, 成群, 大群, 一大群
count=10: ten, 十
count=11: eleven, 十一
count=12: twelve, dozen, a dozen, 十二, 一打
count=15: fifteen, 十五
count=20: twenty, dozens of, swarm of, countless, hundreds of, thousands of, 二十, 无数, 数十, 成百上千, 上百
# Sizes
size=0.5: tiny, miniature, teeny, mini, baby, minuscule, wee, 微小, 极小, 迷你, 幼小
size=0.7: small, little, short, young, cute little, 小, 小小的, 年幼的, 矮
size=1.4: big, large, tall, great, grand, 大, 高大, 高, 大大的, 大型
size=2: huge, giant, enormous, gigantic, massive, colossal, towering, gargantuan, immense, 巨大, 巨型, 庞大, 巨, 超大, 参天
# Actions
action=running goes=along: running, ran, run, runs, sprinting, galloping, gallop, jogging, jogs, racing, dashing, chasing, chases, trotting, 奔跑, 跑步, 跑, 飞奔, 奔驰, 追逐, 疾驰, 跑过, 跑远, 跑向
action=walking goes=along: walking, walked, walk, walks, strolling, strolls, wandering, hiking, marching, strutting, roaming, 走路, 散步, 行走, 漫步, 走, 徒步, 走过, 走在, 走向, 走远, 走开
action=flying goes=along: flying, flew, flies, soaring, soars, gliding, in flight, 飞翔, 飞向, 飞行, 飞, 翱翔, 飞过
action=flying: hovering, fluttering, floating in the air, 盘旋, 飞舞, 漂浮
action=jumping: jumping, jumped, leapt, jumps, jump, leaping, leaps, hopping, bouncing, breaching, 跳跃, 跳, 跳起, 跃起, 蹦跳, 跃出水面
action=sleeping: sleeping, slept, sleeps, asleep, napping, dozing, curled up, resting, lying, snoozing, lies, 睡觉, 睡, 熟睡, 打盹, 休息, 躺, 沉睡, 睡着, 躺在
action=swimming goes=along: swimming, swam, swims, swim, paddling, 游泳, 游, 游动, 畅游, 游过, 游向
action=swimming: diving, bathing, 潜水, 戏水
action=sitting: sitting, sat, sits, sit, seated, perched, perching, perches, crouching, 坐, 坐着, 坐在, 蹲, 蹲着, 停在, 栖息, 蹲在
action=standing: standing, stood, stands, stand, posing, waiting, 站, 站着, 站立, 站在, 伫立, 矗立, 屹立
action=eating: eating, eats up, eats, drinking, grazing, drinks, feeding, chewing, nibbling, 吃, 吃草, 喝水, 喝, 进食, 吃着
action=dancing: dancing, dances, dance, twirling, 跳舞, 舞蹈, 起舞, 舞动
action=playing: playing, plays, play, playful, frolicking, 玩耍, 玩, 嬉戏, 玩着, 演奏
action=reading: reading, reads, studying, 看书, 读书, 阅读, 读着书
action=singing: singing, sings, 唱歌, 歌唱
action=howling: howling, howls, roaring, roars, barking, 嚎叫, 咆哮
action=fishing: fishing, fishes for, 钓鱼, 垂钓, 捕鱼
action=working: working, painting a picture, cooking dinner, writing, 工作, 劳作, 画画, 写字
action=looking: looking, looks, gazing, staring, watching, gazes, watches, admiring, stargazing, looking at, 看着, 望着, 凝视, 仰望, 眺望, 远眺, 注视, 观看, 望向
ride subject=horse goes=along: on horseback, horseback riding, horse riding, 骑马, 骑着马
ride subject=bicycle goes=along: cycling, biking, bicycling, riding a bike, rides a bike, on a bike, on a bicycle, 骑自行车, 骑车, 骑单车
ride goes=along: riding, rides, ride, 骑, 骑着
hold subject=kite: flying a kite, flying kite, flies a kite, 放风筝
hold: with, accompanied by, 陪着, holding, holds, carrying, carries, 拿着, 抱着, 举着, 手持, 手握, 撑着, 打着
action=sailing goes=along: sailing, sails, sail, drifting, cruising, drifts, 航行, 驶, 漂流, 驶向, 漂泊, 驶过, 驶来, 驶入, 驶出
action=sailing: 漂在
action=driving goes=along: driving, drives, speeding, 行驶, 开车, 驾驶, 驰骋, 飞驰
action=driving: parked, 停着
action=surfing goes=along: surfing, surfs, riding a wave, 冲浪
action=climbing: climbing, climbs, 攀登, 爬, 攀岩, 爬上
action=skiing goes=along: skiing, skis down, 滑雪
action=snowboarding goes=along: snowboarding, 单板滑雪
action=rowing goes=along: rowing, rows, rowing a boat, kayaking, canoeing, 划船, 划桨, 泛舟
action=meditating: meditating, meditates, meditation, doing yoga, yoga, 冥想, 打坐, 瑜伽
action=kneeling: kneeling, kneels, praying, proposing, 跪, 跪着, 祈祷
action=golfing: golfing, playing golf, 打高尔夫
# Getting somewhere, no matter how
goes=along: travels, traveling, travelling, traveled, travelled, heads to, heads toward, heads towards, heads for, heads out, heads home, heads along, heads down, heads north, heads south, heads east, heads west, heading, passes, passing, moves, moving, goes, going, rolls, rolling, rushes, rushing, zooms, zooming, crawls, crawling, creeps, creeping, sneaks, sneaking, approaches, approaching, arrives, arriving, departs, departing, chugs, chugging, hurries, hurrying, strides, striding, skating, scurries, scurrying, slithers, slithering, flees, fleeing, escapes, escaping, migrates, migrating, coming, journeying, journeys, trudges, trudging, prowls, prowling, stalking, whizzes, whizzing, speeds, charging, steaming, 开过, 经过, 前进, 前行, 开往, 穿越, 横穿, 飘过, 划过, 离开, 奔向, 路过, 开走
goes=along: thunders past, thunders along, winds along, winding along, winds past
relation=in goes=along: heads through, heads into, winds through, thunders through
relation=on goes=along: crossing, crosses, heads across
goes=up: rises, rising, ascends, ascending, lifts off, lifting off, lift off, takes off, taking off, take off, blasts off, blasting off, launches, launching, 升起, 上升, 升空, 冉冉升起, 缓缓升起, 腾空
action=flying goes=up: 起飞, 飞起
# Relations
relation=beside: beside, next to, near, by, alongside, close to, nearby, at the side of, adjacent to
relation=on: on, on top of, atop, upon, onto, across, on the top of
relation=in: in, inside, within, into, among, amid, amidst, through, 穿过
relation=under: under, beneath, below, underneath, at the foot of, at the base of
relation=above: above, over, 飞越, 越过
relation=behind: behind, beyond, at the back of
relation=before: in front of, before, facing, ahead of, against
relation=between: between, in between
after=beside: 旁边, 旁, 附近, 边上, 身旁, 身边, 一旁, 边, 左边, 右边
after=on: 上面, 上, 顶上, 之上, 顶端
after=in: 里面, 里, 中间的, 中, 之中, 内, 当中
after=under: 下面, 下, 底下, 脚下, 之下
after=above: 上方, 上空
after=behind: 后面, 后, 身后, 背后, 之后, 后方
after=before: 前面, 前, 面前, 前方, 之前
after=between: 之间, 中间
and: and, plus, as well as, 和, 与, 跟, 及, 还有, 以及
# Negation within a prompt
negation: no, without, free of, not any, devoid of, 没有, 无, 不要
# Clothes and other attributes, whose nouns are not subjects of their own
wearing: wearing, wears, dressed in, clad in, with a hat and, wrapped in, 穿, 穿着, 戴, 戴着, 身穿, 头戴, 披着
clothes: raincoat, jacket, hoodie, sweater, hat, cap, cloak, cape, boot, shirt, suit, gown, skirt, robe, helmet, armor, armour, uniform, apron, vest, tunic, outfit, costume, blouse, cardigan, straw hat, bow tie, 雨衣, 裙子, 长裙, 衣服, 毛衣, 帽子, 斗篷, 雨靴, 披风, 大衣, 外衣, 衬衫, 盔甲, 制服, 西装, 礼服, 汉服, 旗袍, 裙, 草帽
# Phrases that would be misread in parts
skip: negative space, open space, copy space, white space, space between, in the style of, style of, like a dream, dreamlike, light, lighting, soft light, warm light, cinematic lighting, ok hand, hot spring, hot springs, spring roll, spring water, key light, low key, high key, turkish, at rest, cold, warm, hot, cool, rule of third, highly detailed, high detail, 4k, 8k, hd, best quality, masterpiece, trending on artstation, artstation, unreal engine, octane render, ray tracing, depth of field, bokeh, film grain, wide open, day and night, over time, full color, in color, background, foreground, at the top, at the bottom, in the middle, in the center, in the distance, in the background, in the foreground, on the left, on the right, on the horizon, horizon, top of the, right now, star wars, starring, rock and roll, rock music, rock band, band, book cover, album cover, fire red, the fall of, fall asleep, fall in love, head over heels, time lapse, timelapse, slow motion, watch out, bear witness, ring light, lens flare, fish eye, fisheye, fisheye lens, fish eye lens, in the wind, duck face, cat eye, cat eyes, bird song, pilot project, orange light, kind of, type of, sort of, mode of, style, art, artwork, painting, picture, image, drawing of, picture of, photo of, painting of, scene, beautiful, train of thought, golden ratio, goldfish bowl, polar opposite, black hole, white noise, blue note, red carpet, green screen, sea of people, iron man, sunday, monday, moonwalk, seal of approval, jet lag, key frame, keyframe, red flag, white flag, black market, 马上, 马来, 中国, 中心, 中式, 中央, 上午好, 下方, 背景, 前景, 画面, 风格, 光线, 灯光, 质感, 细节, 高清, 超清, 大师, 大气, 高质量, 最高, 高级, 高光, 小时, 大约, 大概, 大家, 小心, 里程, 一起, 一边, 一样, 一直, 一下, 一个人, 之一, 前往, 后来, 下来, 上来, 下去, 上去, 构图, 电影感, 电影, 史诗, 唯美, 梦幻, 温暖, 温泉, 冷色, 暖色, 高贵, 金属, 水晶, 光影, 晚上好, 花纹, 马戏, 海拔, 星期, 月份, 日本, 白日梦, 边缘, 周边, 身边人, 大自然, 小说, 数码, 数据, 双手, 双眼, 粉丝, 黄金, 现金, 奖金, 银幕, 春晚, 走廊, 跑道, 夜市, 雪茄, 雾霾, 风景, 山水, 群山环绕, 环绕的, 被环绕, 绿树环绕, 云雾环绕, 雾气环绕, 绿水环绕, 四面环绕, 花丛环绕, 树木环绕, 围绕的, 山东, 山西, 江南, 河南, 河北, 湖南, 湖北, 海南, 上方
`;
