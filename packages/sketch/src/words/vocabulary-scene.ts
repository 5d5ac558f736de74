/**
 * Words for the whole scene: where, when, in what weather, how painted and how filmed. One line is `meanings:
 * phrases`; a phrase may have several meanings ("milky way": night, stars). English in the singular, Chinese
 * as it is written. `~` marks a weak meaning, which counts only if no other word sets the same field.
 */
export const sceneVocabulary = `
# Settings
setting=sea: sea, ocean, high seas, open water, 大海, 海洋, 海面, 海上, 海水, 海里, 海, 海中, 🌊
setting~sea: wave, great wave, giant wave, big wave, crashing wave, tide, surf, 海浪, 波浪, 巨浪, 浪花
setting=sea landmark=reflection: calm sea, 平静的海面
setting=sea weather=storm: stormy sea, rough sea, 惊涛骇浪
setting=coast: coast, beach, shore, seashore, seaside, coastline, coastal, bay, lagoon, cove, harbor, harbour, marina, shoreline, ocean view, 海岸, 海滩, 沙滩, 海边, 海滨, 港口, 海湾, 岸边, 码头边, 🏖
setting=lake: lake, pond, koi pond, duck pond, reservoir, lakeside, lakeshore, lakefront, 湖, 湖泊, 湖边, 湖畔, 湖面, 湖水, 池塘, 湖上
setting=lake landmark=reflection: mirror lake, still lake, calm lake, 平静的湖面, 镜湖
setting=river: river, stream, creek, brook, riverbank, riverside, river bank, canal, delta, 河, 河流, 小河, 河边, 溪流, 小溪, 江, 江边, 河畔, 江面, 运河
setting=mountains: mountain, mountains, alps, alpine, peak, summit, mountain range, himalaya, himalayas, rockies, andes, fjord, mountainside, mountaintop, ridge, 山, 高山, 山脉, 群山, 山峰, 山顶, 山间, 大山, 雪域, 远山, 山上, 山中, 山里, 青山, ⛰
setting=mountains landmark=tower: great wall, great wall of china, 长城, 万里长城
setting=mountains landmark=snowcap: snow capped mountain, snowcapped mountain, snowy peak, snow capped peak, mount fuji, fuji, everest, matterhorn, 雪山, 富士山, 🏔, 🗻
setting=mountains landmark=snowcap season~winter: snow covered mountain, snowy mountain, snow mountain
setting=village landmark=snowcap weather=snow season=winter: snowy mountain village, snowy mountain town, snowy alpine village, snow covered mountain village, alpine village in snow, 雪山村庄, 雪山小镇
setting~village landmark=house: bakery, bakeries, bookshop, bookstore, flower shop, toy shop, candy shop, tavern, 面包店, 书店, 花店
setting=hills: hill, hills, rolling hill, rolling hills, hillside, hilltop, valley, highland, highlands, tuscany, vineyard, 山丘, 丘陵, 小山, 山谷, 山坡, 小山丘
setting=plain: plain, plains, field, fields, meadow, prairie, savanna, savannah, grassland, grassy field, steppe, pasture, farmland, countryside, wheat field, cornfield, rice field, farm, moor, tundra, 草原, 田野, 草地, 平原, 麦田, 原野, 牧场, 农场, 乡村田野, 稻田, 大草原
setting=plain landmark=flowers: flower field, field of flower, wildflower meadow, flower meadow, meadow of flower, meadow full of flower, 花海, 花田, 花野
setting=plain landmark=flowers:#9a7fd1: lavender field, field of lavender, lavender, 薰衣草田, 薰衣草
setting=plain subject=sunflower*9: sunflower field, field of sunflower, 向日葵田, 向日葵花田
setting=plain landmark=flowers:#d8423a: poppy field, field of poppy, 罂粟花田
setting=plain landmark=flowers:#e0689a: tulip field, field of tulip, 郁金香花田
setting=forest: forest, woods, woodland, grove, birch forest, in the wood, 森林, 树林, 林中, 林间, 丛林深处, 林子, 密林
setting=forest landmark=pine: pine forest, pine wood, pine woods, conifer forest, evergreen forest, taiga, spruce forest, redwood forest, 松林, 松树林, 针叶林
setting=forest season=autumn: autumn forest, fall forest, 秋林, 枫林, 红叶林
setting=forest landmark=bamboo: bamboo forest, bamboo grove, bamboo, 竹林, 竹子
setting=jungle: jungle, rainforest, rain forest, tropical forest, tropics, amazon, 雨林, 热带雨林, 丛林, 热带丛林
setting=desert: desert, dune, sand dune, sahara, badlands, canyon, grand canyon, arid land, wild west, oasis, mesa, 沙漠, 沙丘, 戈壁, 大漠, 峡谷, 绿洲, 🏜
setting=snowfield: snowfield, arctic, antarctica, antarctic, north pole, south pole, ice field, glacier, frozen lake, snowy landscape, snowy field, snow field, ice floe, iceberg, icebergs, ice shelf, ice cap, sea ice, snowy plain, winter wonderland, 雪地, 雪原, 冰川, 北极, 南极, 冰原, 冰天雪地, 雪野, 冰山, 浮冰
setting=city: city, downtown, urban, metropolis, cityscape, street, alley, new york, manhattan, tokyo, paris, london, hong kong, shanghai, beijing, shenzhen, times square, avenue, city street, plaza, sidewalk, crosswalk, 城市, 街道, 街头, 都市, 大都市, 市中心, 小巷, 上海, 北京, 东京, 纽约, 香港, 深圳, 广场, 城市街道, 胡同, 🏙, 🌆
setting=village: village, town, small town, hamlet, old town, fishing village, 村庄, 小镇, 乡村, 村子, 小村庄, 古镇, 渔村, 水乡
setting=garden: garden, park, backyard, courtyard, yard, orchard, zen garden, botanical garden, playground, lawn, 花园, 公园, 庭院, 院子, 果园, 后院, 草坪
setting=road: road, highway, country road, dirt road, motorway, freeway, racetrack, race track, 公路, 马路, 道路, 大路, 高速公路, 乡间小路
setting~sky: sky, 天空, 天上, 蓝天, 空中, 夜空下的天空
setting=sky landmark=clouds: in the cloud, above the cloud, through the cloud, among the cloud, sea of cloud, cloud sea, 云海, 云端, 云层之上, 云上
setting=sky: in the sky, through the sky, across the sky, mid air, in midair, 在天空中, 在空中, 天空中, 高空
setting=space: space, outer space, galaxy, cosmos, universe, orbital, nebula, deep space, interstellar, lunar surface, surface of the moon, on the moon, moon landing, on mars, mars, asteroid, 太空, 宇宙, 银河系, 星系, 外太空, 星云, 月球表面, 月球上, 火星, 月球
setting=underwater: underwater, under the sea, undersea, under water, under the ocean, seabed, sea floor, ocean floor, coral reef, reef, deep sea, beneath the wave, 水下, 海底, 水底, 深海, 珊瑚礁, 海洋深处
setting=room: room, windowsill, window sill, 窗台, living room, bedroom, kitchen, indoors, indoor, interior, office, library, classroom, attic, cabin interior, inside a house, studio apartment, museum, 房间, 室内, 客厅, 卧室, 厨房, 书房, 图书馆, 教室, 办公室, 屋里, 屋内
setting~room: cafe, restaurant, coffee shop, shop interior, 咖啡馆, 餐厅
setting=studio: studio, plain background, white background, isolated, studio lighting, product shot, simple background, solid background, tabletop, still life, 白色背景, 纯色背景, 静物
# Time of day
time=dawn: dawn, daybreak, sunrise, first light, early morning, break of day, 黎明, 日出, 破晓, 拂晓, 清晨, 晨曦, 朝阳, 朝霞, 🌅, 🌄
time=morning: morning, 早晨, 早上, 上午, 晨光
time=noon: noon, midday, high noon, 中午, 正午
time=afternoon: afternoon, daytime, daylight, 下午, 午后, 白天
time=sunset: sunset, sundown, golden hour, setting sun, evening sun, 日落, 夕阳, 落日, 晚霞, 黄昏, 傍晚, 夕阳西下, 🌇
time=dusk: dusk, twilight, blue hour, evening, nightfall, gloaming, 暮色, 薄暮, 蓝调时刻
time=night: night, midnight, nighttime, at night, nocturnal, night time, 夜晚, 夜里, 晚上, 午夜, 深夜, 夜, 夜色, 夜间, 夜景, 🌃
time=night landmark=stars: starry night, starry sky, night sky, starlight, starlit, star filled sky, sky full of star, starry, under the star, constellation, milky way, 星空, 繁星, 星夜, 银河, 满天繁星, 夜空, 满天星斗, 星光, 🌌
time=night landmark=moon: moonlight, moonlit, moonlit night, moonrise, moonlit sea, 月光, 月夜, 月色, 明月, 月光下
time=night landmark=moon: full moon, crescent moon, harvest moon, blood moon, 满月, 圆月, 弯月, 新月
time=night landmark=aurora: aurora, northern light, aurora borealis, polar light, 极光, 北极光
time=night: firework, fireflies, firefly, 烟花, 萤火虫, 烟火
# Weather
weather=clear: clear sky, clear blue sky, cloudless, cloudless sky, sunny, sunshine, bright sun, blue sky, clear day, sunny day, 晴天, 晴朗, 阳光明媚, 晴空, 万里无云, 阳光, 晴空万里, 阳光下, 蓝天下
weather=cloudy landmark=clouds: cloudy, partly cloudy, cloudy sky, dramatic cloud, fluffy cloud, white cloud, puffy cloud, cumulus, 多云, 白云, 云朵, 蓝天白云
weather=overcast: overcast, gray sky, grey sky, gloomy, dreary, gloomy sky, 阴天, 阴沉, 乌云, 阴云
weather=rain: rain, rainy, raining, drizzle, rainfall, downpour, shower of rain, in the rain, rainy day, monsoon, rain soaked, wet street, 下雨, 雨天, 雨中, 雨, 细雨, 大雨, 暴雨中, 雨夜, 小雨, 🌧
weather=storm: storm, stormy, thunderstorm, lightning, thunder, tempest, hurricane, typhoon, lightning bolt, 暴风雨, 雷雨, 闪电, 雷电, 风暴, 台风, 暴雨, ⛈, 🌩
weather=snow season=winter: snow, snowy, snowing, snowfall, snowstorm, blizzard, snow covered, falling snow, snowflake, in the snow, 下雪, 雪, 大雪, 雪天, 飘雪, 雪中, 暴风雪, 雪花, ❄, 🌨
weather=fog: fog, bank of fog, fog bank, sea of fog, foggy, mist, misty, haze, hazy, smog, foggy morning, 雾, 薄雾, 浓雾, 大雾, 雾气, 晨雾, 迷雾, 🌫, 🌁
weather=wind: wind, windy, breeze, gale, breezy, windswept, 大风, 微风, 风中, 有风, 狂风
# Season
season=spring: spring, springtime, 春天, 春季, 春日, 春
season=summer: summer, summertime, midsummer, 夏天, 夏季, 夏日, 盛夏
season=autumn: autumn, autumnal, fall foliage, fall color, in the fall, fall leaf, autumn leaf, october, november, fall season, 秋天, 秋季, 秋日, 金秋, 深秋, 秋, 红叶, 秋叶, 🍂, 🍁
season=winter: winter, wintry, wintertime, christmas, december, 冬天, 冬季, 冬日, 寒冬, 圣诞节, 圣诞
season=spring landmark=tree:#f3b3c6: cherry blossom, sakura, cherry tree, cherry blossom tree, blooming cherry tree, cherry tree in bloom, plum blossom, peach blossom, blossoming tree, blossom tree, 樱花, 樱花树, 桃花, 梅花, 盛开的樱花, 🌸
season=autumn landmark=tree:#d8622f: maple tree, autumn tree, red maple, maple, 枫树, 红枫
# Style
style=illustration: illustration, storybook, children book, picture book, digital art, digital painting, concept art, cartoon, fairy tale, 插画, 插图, 绘本, 童话, 卡通, 数字绘画
style=photo: photo, photograph, photography, photorealistic, photo realistic, realistic, hyperrealistic, dslr, 35mm, analog film, kodak, cinematic photo, hyper realistic, 照片, 摄影, 写实, 真实感, 逼真
style=watercolor: watercolor, watercolour, water color, aquarelle, gouache, watercolor painting, 水彩, 水彩画
style=oil: oil painting, oil on canvas, oil paint, impasto, impressionist, impressionism, van gogh, vincent van gogh, monet, claude monet, renaissance painting, rembrandt, painterly, acrylic, acrylic painting, 油画, 印象派, 梵高, 莫奈
style=ink: ink, ink wash, ink painting, ink drawing, sumi e, chinese painting, chinese ink painting, brush painting, calligraphy, pen and ink, 水墨, 水墨画, 国画, 中国画, 山水画, 墨色
style=pencil: pencil sketch, in pencil, pencil drawing, sketch, charcoal, graphite, line drawing, line art, hand drawn, drawing, colored pencil, crosshatching, 素描, 铅笔画, 速写, 铅笔素描, 手绘, 线稿
style=pastel: pastel, soft pastel, chalk, chalk drawing, crayon drawing, pastel drawing, 粉彩, 粉彩画, 蜡笔画, 色粉
style=pixel: pixel art, pixelated, 8 bit, 16 bit, 8bit, 16bit, retro game, voxel, 像素, 像素画, 像素风, 像素艺术
style=anime: anime, manga, ghibli, studio ghibli, miyazaki, makoto shinkai, shinkai, niji, cel shaded, japanese animation, 动漫, 动画, 日漫, 二次元, 宫崎骏, 新海诚, 吉卜力
style=flat: flat design, vector, vector art, minimalist, minimal, flat illustration, flat style, geometric, paper cut, papercut, 扁平, 扁平化, 矢量, 极简, 简约, 剪纸
style=poster: poster, travel poster, vintage poster, retro poster, screen print, screenprint, art deco, movie poster, silkscreen, pop art, 海报, 复古海报, 波普
style=mosaic: mosaic, tile mosaic, stained glass, stained glass window, roman mosaic, 马赛克, 彩色玻璃, 镶嵌画
style=woodcut: woodcut, woodblock, wood engraving, linocut, ukiyo e, hokusai, hiroshige, woodblock print, block print, engraving, etching, 木刻, 版画, 浮世绘, 木版画
style=neon: neon, synthwave, vaporwave, neon light, neon sign, retrowave, glowing neon, outrun, 霓虹, 霓虹灯, 蒸汽波
style=neon setting~city time~night: cyberpunk, blade runner, 赛博朋克
style=noir: noir, film noir, black and white, monochrome, black and white photo, b w, grayscale, 黑白, 黑白照片, 单色
# Shot
shot=wide: wide shot, wide angle, wide view, panorama, panoramic, establishing shot, long shot, vista, landscape shot, extreme wide shot, 远景, 全景, 广角, 大全景
shot=medium: medium shot, mid shot, medium close up, full body, 中景, 半身, 全身
shot=close: close up, closeup, macro, portrait, headshot, extreme close up, detail shot, close shot, close view, 特写, 近景, 微距, 肖像, 近照
shot=top: top view, top down, top down view, top down shot, view from the top, overhead, overhead view, overhead shot, directly from above, straight down, plan view, 俯视, 俯视图, 顶视图, 顶视角, 正上方, 垂直俯视
shot=aerial: aerial, aerial view, drone shot, bird eye view, birds eye view, from above, view from above, high angle, high angle shot, high angle view, drone, drone view, aerial shot, 航拍, 俯瞰, 鸟瞰, 鸟瞰图, 高空俯瞰, 无人机视角
# Camera
move=static: static shot, static camera, locked off, still camera, fixed camera, tripod shot, no camera movement, camera is still, 固定镜头, 静止镜头, 镜头固定, 固定机位, 机位固定, 固定视角, 镜头不动, 镜头静止, 静态镜头, 静态画面, 固定画面, 镜头保持不动, 定机位
move=pan-left: pan left, pans left, panning left, camera pans left, truck left, tracking left, camera moves left, camera pans to the left, pan to the left, 向左摇, 镜头左移, 向左平移, 左摇镜头, 镜头向左, 左摇, 左移镜头, 左移, 镜头左摇, 镜头向左移动, 镜头向左摇, 镜头向左平移, 镜头缓慢左移
move=pan-right: pan right, pans right, panning right, camera pans right, panning shot, camera pans, truck right, tracking shot, tracking right, camera moves right, camera pans to the right, pan to the right, 向右摇, 镜头右移, 向右平移, 摇镜头, 横移, 镜头向右, 右摇, 右移镜头, 右移, 镜头右摇, 镜头向右移动, 镜头向右摇, 镜头向右平移, 平移, 镜头平移, 平移镜头, 横摇, 摇摄, 镜头摇过, 镜头摇动, 镜头扫过, 镜头横移, 慢摇
move=tilt-up: tilt up, tilts up, tilting up, camera tilts up, crane up, camera rises, crane shot, 向上摇, 镜头上移, 镜头上升, 镜头向上, 上摇, 镜头上摇, 仰摇, 镜头抬起, 镜头上仰, 镜头向上摇, 镜头向上移动, 镜头缓缓抬起
move=tilt-down: tilt down, tilts down, tilting down, camera tilts down, crane down, 向下摇, 镜头下移, 镜头下降, 镜头向下, 下摇, 镜头下摇, 俯摇, 镜头下俯, 镜头向下摇, 镜头向下移动
move=zoom-in: zoom in, zooms in, zooming in, camera zooms in, slow zoom, slow zoom in, 放大镜头, 镜头放大, 变焦推近, 变焦, 镜头变焦, 拉近, 镜头拉近, 画面放大, 拉近镜头
move=zoom-out: zoom out, zooms out, zooming out, camera zooms out, slow zoom out, 镜头缩小, 变焦拉远, 画面缩小, 缩小镜头
move=dolly-in: dolly in, dollies in, push in, pushes in, camera pushes in, dolly shot, camera moves forward, camera moves closer, move forward, flythrough, fly through, fpv, 推镜头, 镜头推进, 向前推进, 镜头推近, 推近, 推进, 推向, 镜头推向, 推镜, 镜头前推, 镜头前进, 镜头向前, 镜头向前推进, 镜头靠近, 推轨, 推轨镜头, 镜头穿过, 镜头穿越, 镜头飞过
move=dolly-out: dolly out, pull back, pulls back, pull out, camera pulls back, camera moves back, camera moves backward, 拉镜头, 镜头拉远, 镜头后退, 拉远, 拉镜, 镜头向后, 镜头后拉, 后拉, 镜头向后拉, 拉远镜头
move=orbit: orbit shot, orbiting, orbits, arc shot, camera orbits, camera circles, camera circling, rotating around, 360 degree, 环绕, 环绕镜头, 镜头环绕, 旋转镜头, 围绕, 绕着, 镜头围绕, 镜头绕着, 环绕拍摄, 镜头旋转, 环绕运镜, 环拍
`;
