/** Words for what the engine draws itself as part of the landscape; written as in `vocabulary-scene.ts`. */
export const landmarkVocabulary = `
landmark=cliff: cliff, cliffs, sea cliff, bluff, precipice, clifftop, cliff top, cliffside, rock face, crag, headland, 悬崖, 峭壁, 崖边, 断崖, 山崖, 崖上
landmark=lighthouse: lighthouse, light house, light tower, 灯塔
landmark=bridge: bridge, footbridge, stone bridge, suspension bridge, wooden bridge, arch bridge, golden gate bridge, golden gate, viaduct, aqueduct, 桥, 大桥, 石桥, 木桥, 小桥, 吊桥, 拱桥, 🌉
landmark=windmill: windmill, wind mill, wind turbine, 风车
landmark=house: house, cottage, farmhouse, villa, chalet, bungalow, mansion, shack, hut on stilts, 房子, 小屋, 房屋, 农舍, 别墅, 茅屋, 屋子, 民居, 木屋, 🏠, 🏡
landmark=castle: castle, fortress, palace, citadel, fort, chateau, 城堡, 宫殿, 要塞, 堡垒, 🏰
landmark=tower: tower, spire, belfry, minaret, 塔, 高塔, 塔楼, 钟楼
landmark=skyline: skyline, skyscraper, high rise, skyscrapers, city skyline, city light, 天际线, 摩天大楼, 高楼, 摩天楼, 高楼大厦, 万家灯火
landmark=path: path, trail, footpath, pathway, walkway, winding path, track through, lane, 小路, 小径, 小道, 山路, 石板路
landmark=fence: fence, picket fence, wooden fence, railing, 栅栏, 篱笆, 围栏
landmark=waterfall: waterfall, cascade, water falls, niagara, niagara falls, 瀑布
landmark=rocks: rocks, boulders, stones, rocky, rocky shore, rock formation, pebbles, sea stack, 岩石, 礁石, 石头, 乱石, 石块
landmark=tree: tree, trees, oak, oak tree, willow, birch, birch tree, apple tree, ash tree, beech, ginkgo, deciduous tree, 树, 树木, 橡树, 柳树, 白桦, 银杏, 老树, 🌳
landmark=tree season=autumn: autumn leaves on tree, 秋树
landmark=pine: pine, pine tree, fir, fir tree, spruce, conifer, evergreen, evergreen tree, cypress, cedar, redwood, 松树, 杉树, 冷杉, 柏树, 松, 🌲
landmark=palm: palm, palm tree, coconut tree, coconut palm, 棕榈树, 椰子树, 棕榈, 椰树, 🌴
landmark=grass: grass, tall grass, reed, reeds, grassy, 草, 青草, 草丛, 芦苇
landmark=flowers: flower, flowers, wildflower, wildflowers, bloom, blossoms, daisy, poppy, dandelion, petal, 花, 花朵, 野花, 鲜花, 花丛, 小花, 雏菊, 🌼, 💐
landmark=pier: pier, dock, jetty, wharf, boardwalk, quay, 码头, 栈桥, 防波堤, 栈道
landmark=lamp: street lamp, street light, streetlight, lamp post, lamppost, streetlamp, lamp, 路灯, 街灯
landmark=campfire: campfire, bonfire, camp fire, fire pit, 篝火, 营火
landmark=island: island, islet, isle, archipelago, 岛, 小岛, 岛屿, 孤岛, 海岛, 🏝
landmark=volcano: volcano, erupting volcano, volcanic eruption, lava, eruption, 火山, 🌋
landmark=ruins: ruin, ruins, ancient ruin, stonehenge, temple ruin, broken column, 废墟, 遗迹, 古迹, 遗址
landmark=sailboat: sailboat, sailing boat, sail boat, sailing ship, boat, yacht, sailing yacht, sailing vessel, 帆船, 帆, 游艇, 船只, ⛵
landmark=balloon: hot air balloon, air balloon, hot air ballon, 热气球
landmark=moon: moon, 月亮, 月, 🌙, 🌕, 🌛, 🌝
landmark=sun: sun, 太阳, 烈日, 旭日, 红日, ☀, 🌞
landmark=stars: star, stars, shooting star, 星星, 星, 群星, 流星, ⭐, 🌟, 🌠
landmark=rainbow: rainbow, 彩虹, 🌈
landmark=clouds: cloud, clouds, 云, 云彩, ☁, ⛅
landmark=birds: birds, flock of bird, flying birds, birds flying, gulls, seabirds, flock of birds, flock of seagull, flock of geese, birds in the distance, birds in the sky, 鸟群, 飞鸟, 群鸟, 鸟儿, 海鸟, 归鸟, 鸟儿们
landmark=reflection: reflection, reflections, mirrored, reflected, reflecting, 倒影, 倒映, 映照
landmark=snowcap: snowcap, snowcapped, snow capped, 积雪的山顶
landmark=bush: bush, shrub, hedge, bushes, shrubbery, thicket, 灌木, 灌木丛, 树丛, 矮树
`;
