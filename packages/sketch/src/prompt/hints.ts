/**
 * Words that name more than the picture shows: they are read as something more general, such as a room for a
 * library, or only as the hour or the season that belongs to them. English in the singular.
 */
export const hints: ReadonlySet<string> = new Set(
  [
    'firework, firefly, fireflies, 烟花, 萤火虫, 烟火',
    'christmas, december, october, november, 圣诞节, 圣诞',
    'office, library, classroom, museum, kitchen, bedroom, cafe, restaurant, coffee shop, 书房, 图书馆, 教室, 办公室, 厨房, 卧室, 咖啡馆, 餐厅',
    'new york, manhattan, tokyo, paris, london, hong kong, shanghai, beijing, shenzhen, times square',
    'himalaya, himalayas, rockies, andes, alps, everest, matterhorn, mount fuji, fuji, great wall, great wall of china, 长城, 万里长城, 富士山',
    'amazon, sahara, grand canyon, wild west, antarctica, north pole, south pole, tuscany, vineyard',
    'bakery, bakeries, bookshop, bookstore, flower shop, toy shop, candy shop, tavern, 面包店, 书店, 花店',
    'galaxy, nebula, asteroid, 银河系',
    'playground, racetrack, race track, orchard, 果园',
  ].flatMap(line => line.split(', ')),
);
