/** Animals and plants of the subject table; `subjects.ts` explains a row. */
export const animalTable = `
# Animals of which the set has only the face
0.7 stands front land body=sitting:fox natural=red,orange,brown speed=4 poses=trotting>fox-walking: fox
0.7 stands left land body=walking:fox natural=red,orange,brown speed=4: fox-walking=fox
0.9 stands front land body=sitting:wolf natural=gray,silver speed=5 poses=trotting>wolf-walking: wolf
0.9 stands left land body=walking:wolf natural=gray,silver speed=5: wolf-walking=wolf
0.55 stands front land body=sitting:raccoon natural=gray speed=2 poses=trotting>raccoon-walking: raccoon
0.55 stands left land body=walking:raccoon natural=gray speed=2: raccoon-walking=raccoon
1.2 stands front land body=sitting:lion natural=yellow,golden speed=4 poses=trotting>lion-walking: lion
1.2 stands left land body=walking:lion natural=yellow,golden speed=4: lion-walking=lion
1.3 stands front land body=teddy:bear natural=brown speed=2: bear
1.4 stands front land body=teddy:polar-bear natural=white speed=2: polar-bear
1.1 stands front land body=teddy:panda natural=white speed=1: panda
0.7 stands front land body=teddy:koala natural=gray: koala
0.12 stands front land,indoors body=teddy:hamster natural=orange,golden: hamster
0.1 stands front land,water body=frog natural=green: frog
# Dogs, cats and other small animals
0.32 stands left land,indoors speed=2 natural=orange: cat
0.32 stands left land,indoors speed=2 natural=black paint=34313f: black-cat
0.6 stands left land,indoors speed=3 natural=brown,golden: dog
0.6 stands left land speed=3: guide-dog
0.65 stands left land: service-dog
0.5 stands left land,indoors speed=2 natural=white,gray: poodle
0.28 stands left land speed=3 natural=white: rabbit
0.22 stands left land natural=brown,orange,red: squirrel=chipmunk
0.1 stands left land,indoors speed=1 natural=white,gray: mouse
0.12 stands left land speed=1 natural=gray: rat
0.16 stands left land speed=0.3 natural=brown: hedgehog
0.4 stands left land speed=1 natural=black: skunk badger
0.4 stands left land,water natural=brown: beaver
0.4 floats left water natural=brown: otter
0.6 hangs front land natural=brown: sloth
0.05 stands left land speed=0.02 natural=brown: snail
0.12 stands left land,water speed=0.1 natural=green: turtle
0.35 stands left land speed=0.5 natural=green: snake
0.25 stands front land natural=green: lizard
0.5 stands front land,water natural=green: crocodile=n/crocodile
# Large animals
1.7 stands left land speed=6 natural=brown: horse
1.9 stands left land speed=6 natural=white body=unicorn: unicorn=horse
1.3 stands left land speed=5 natural=gray: donkey
1.6 stands left land speed=5 natural=brown: deer
1.9 stands left land speed=3 natural=brown body=moose: moose=deer
1.3 stands left land speed=6 natural=white,black: zebra
1.45 stands left land speed=1 natural=white,black: cow
1.6 stands left land speed=1 natural=brown: ox bison
1.6 stands left land speed=1 natural=gray,black: water-buffalo
0.9 stands left land speed=1 natural=pink: pig
0.85 stands left land speed=2 natural=brown body=boar: boar=pig
0.9 stands left land speed=1 natural=white: sheep=ewe ram
0.9 stands left land speed=1 natural=brown: goat
1.7 stands left land speed=1 natural=white: llama
2.1 stands left land speed=2 natural=brown,golden: camel two-hump-camel
4.8 stands left land speed=2 natural=yellow,orange: giraffe
3 stands left land speed=1.5 natural=gray: elephant
3.4 stands left land speed=1.5 natural=brown: mammoth
1.6 stands left land speed=1.5 natural=gray: rhinoceros
1.5 stands left land,water speed=1 natural=gray: hippopotamus
1.4 stands left land speed=4 natural=brown: kangaroo
1 stands left land speed=5 natural=orange: tiger
0.85 stands left land speed=6 natural=yellow: leopard
0.9 stands left land natural=brown: monkey
1.6 stands left land natural=black,gray: gorilla
1.2 stands front land natural=orange,brown: orangutan
# Birds
0.2 stands left land,air speed=4 natural=red poses=flying>dove: bird
0.3 stands right land natural=black paint=3a3847: crow=blackbird
0.35 flies left air speed=6 natural=white: dove
0.8 flies left air speed=9 natural=brown: eagle
0.45 stands front land natural=brown: owl
0.4 stands left land natural=red: parrot
0.4 floats left water speed=0.5 natural=green,white: duck
0.9 stands left land speed=1 natural=brown,gray: goose
0.9 floats left water speed=0.5 natural=white: swan
1.2 stands left land,water natural=pink: flamingo
1 stands front land natural=blue,green: peacock
0.8 stands front land speed=0.6 natural=black,white: penguin
0.45 stands left land speed=1 natural=brown,red: rooster
0.8 stands left land speed=1 natural=brown: turkey
0.8 stands left land natural=gray: dodo
0.12 stands left land speed=0.5 natural=yellow: chick=baby-chick
0.12 stands front land natural=yellow: hatching-chick
0.45 stands right land,air speed=6 ink=f6f5fa line=8c93a8 natural=white: seagull=g/seagull
0.12 flies right air speed=3 ink=2fa88a line=1d5f6b natural=green: hummingbird=g/hummingbird
1 stands right land,water ink=9fb0c4 line=4c5a72 natural=gray,blue: heron=g/heron
0.25 flies left air speed=4 natural=brown,black: bat
# Sea creatures
1 swims left underwater,water speed=4 natural=blue,gray: dolphin
2 swims left underwater,water speed=3 natural=blue: whale
3 floats left water speed=1 natural=blue: spouting-whale
2 swims left underwater speed=3 natural=black,white: orca=n/orca
1.6 swims left underwater speed=4 natural=gray: shark
0.3 swims left underwater speed=0.8 natural=blue: fish
0.25 swims left underwater speed=0.8 natural=yellow,blue: tropical-fish
0.3 swims left underwater speed=0.3 natural=orange,yellow: blowfish
0.6 swims front underwater natural=orange,red: octopus
0.8 swims front underwater speed=0.5 natural=pink: squid
0.7 swims front underwater speed=0.2 natural=blue: jellyfish
0.12 stands front land,underwater natural=red: crab
0.3 stands front underwater,land natural=red: lobster
0.1 swims left underwater natural=red,orange: shrimp
0.8 stands left land,water natural=gray: seal
0.8 stands front underwater natural=orange,red: coral
0.12 stands front land,underwater natural=white: shell=spiral-shell
0.1 stands front land,indoors: oyster
0.15 stands front underwater,land ink=f4925a line=b4503a natural=orange,red: starfish=g/sea-star
0.2 swims right underwater ink=f2b84a line=a3622a natural=yellow,orange: seahorse=g/seahorse
0.6 swims right underwater speed=0.6 gap=0.045 ink=5fae72 line=2f5f4a natural=green: sea-turtle=g/sea-turtle
1 swims left underwater speed=1 ink=6d84a8 line=33456b natural=gray,blue: manta-ray=g/manta-ray
# Insects and other small creatures
0.1 flies front air speed=0.8 natural=orange: butterfly
0.04 flies left air speed=1.5 natural=yellow: bee=honeybee
0.03 stands front land natural=red: ladybug=lady-beetle
0.04 stands front land: beetle ant fly cockroach
0.05 stands left land natural=green: caterpillar=bug
0.06 stands left land natural=green: grasshopper=cricket
0.04 flies left air: mosquito
0.08 stands front land natural=black: spider
0.08 stands front land: scorpion
0.06 stands left land natural=pink: worm
0.1 flies left air speed=2 ink=3fb0c8 line=1f5f86 natural=blue,green: dragonfly=g/dragonfly
0.6 hangs front land: spider-web
# Dinosaurs and creatures of tales
4 stands left land speed=3 natural=green: t-rex
7 stands left land speed=1.5 natural=green: sauropod
1.6 stands right land speed=5 ink=8aa05a line=46573a natural=green: velociraptor=g/velociraptor
1.5 flies right air speed=7 ink=a37a63 line=5a3f3f: pterodactyl=g/pterodactylus
4 flies left air,land speed=5 natural=green: dragon
1.5 flies front air speed=5 natural=red,orange: phoenix=phoenix-bird
`;

export const plantTable = `
0.5 stands front land natural=red: rose
0.4 stands front land natural=pink,red: tulip
1.4 stands front land natural=yellow: sunflower
0.4 stands front land natural=pink,red: hibiscus
0.4 stands front land natural=purple,blue: hyacinth
0.1 stands front land: blossom cherry-blossom
0.15 floats front water natural=pink: lotus
0.5 stands front land: wilted-flower
0.4 stands front land,indoors: bouquet potted-plant
0.15 stands front land natural=green: seedling
0.3 stands front land natural=green: herb shamrock four-leaf-clover
1 stands front land natural=yellow,golden: wheat=sheaf-of-rice
2.5 stands front land natural=green: cactus
5 stands front land: tanabata-tree
7 stands front land natural=brown: leafless-tree=n/leafless-tree
0.15 stands front land natural=red: mushroom
0.12 stands front land natural=brown: brown-mushroom
0.12 stands front land natural=red,orange: maple-leaf fallen-leaf
0.15 stands front land: leaves=leaf-fluttering-in-wind
0.15 stands front land: empty-nest nest-with-eggs feather
0.4 stands front land natural=brown: log=wood
0.6 stands front land natural=gray: boulder=rock
`;
