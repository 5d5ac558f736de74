/**
 * Food, instruments, furniture, tools and other small things of the subject table;
 * `subjects.ts` explains a row.
 */
export const objectTable = `
# Fruit and vegetables
0.08 stands front indoors,land natural=red: apple=red-apple strawberry cherries tomato
0.08 stands front indoors,land natural=green: green-apple pear lime kiwi-fruit olive avocado
0.08 stands front indoors,land natural=orange: orange=tangerine peach mango
0.08 stands front indoors,land natural=yellow: lemon
0.15 stands front indoors,land: grapes banana blueberries melon watermelon coconut
0.25 stands front indoors,land: pineapple
0.12 stands front indoors,land: eggplant potato carrot ear-of-corn hot-pepper bell-pepper cucumber leafy-green broccoli garlic onion peanuts beans chestnut ginger-root pea-pod
1 stands front land natural=orange: jack-o-lantern
# Dishes
0.15 stands front indoors,land: bread croissant baguette-bread flatbread pretzel bagel pancakes waffle cheese-wedge meat-on-bone poultry-leg cut-of-meat bacon hamburger french-fries pizza hot-dog sandwich taco burrito tamale stuffed-flatbread falafel egg cooking shallow-pan-of-food pot-of-food fondue bowl-with-spoon green-salad popcorn butter salt canned-food bento-box rice-cracker rice-ball cooked-rice curry-rice spaghetti roasted-sweet-potato oden sushi fried-shrimp fish-cake-with-swirl moon-cake dango dumpling fortune-cookie takeout-box
0.18 stands front indoors,land: noodles=steaming-bowl
0.15 stands front indoors,land: ice-cream=soft-ice-cream shaved-ice sundae=ice-cream doughnut cookie shortcake cupcake pie chocolate-bar candy lollipop custard honey-pot
0.25 stands front indoors,land: birthday-cake
# Drinks and tableware
0.15 stands front indoors: baby-bottle glass-of-milk teapot teacup=teacup-without-handle sake bottle-with-popping-cork wine-glass cocktail-glass tropical-drink beer-mug clinking-beer-mugs clinking-glasses tumbler-glass cup-with-straw bubble-tea beverage-box mate ice
0.12 stands front indoors natural=brown: coffee=hot-beverage
0.2 stands front indoors: fork-and-knife-with-plate fork-and-knife spoon chopsticks kitchen-knife jar
0.5 stands front indoors,land: amphora
# Music
1 stands front indoors,land: guitar violin banjo saxophone trumpet accordion
0.5 stands front indoors,land: drum musical-keyboard flute maracas postal-horn
0.8 stands front indoors,land: long-drum
1.4 stands front indoors ink=3a3644 line=d9d4e2 natural=black: piano=g/grand-piano
1.6 stands front indoors natural=golden,yellow: harp=n/harp
1 stands front indoors: trombone=n/trombone
1 stands front indoors ink=e0aa3c line=7d531f natural=golden: tuba=g/tuba
0.3 flies front air: musical-note musical-notes
0.4 stands front indoors: microphone studio-microphone radio headphone
# Sport and play
0.25 stands front land,indoors: soccer-ball baseball softball basketball volleyball american-football rugby-football
0.7 stands front land,indoors: tennis badminton ping-pong cricket-game field-hockey ice-hockey lacrosse bowling boxing-glove
0.5 stands front land,indoors: trophy sports-medal curling-stone
1.7 stands front land: goal-net flag-in-hole skis
0.3 flies left air: flying-disc boomerang
0.3 stands front land,indoors: ice-skate diving-mask bullseye yo-yo pool-8-ball game-die puzzle-piece chess-pawn nesting-dolls video-game joystick
1.6 stands front indoors: slot-machine
1.5 stands front land: fishing-pole
0.5 hangs front indoors: mirror-ball wind-chime
3 hangs front air,land: carp-streamer
0.6 stands front land,indoors: wrapped-gift party-popper
0.15 stands front land,indoors: firecracker
# Light and fire
0.2 stands front indoors,land: candle diya-lamp light-bulb
0.4 hangs front land,indoors natural=red: red-lantern=red-paper-lantern
0.5 stands front land ink=f2c45a line=4f3a2c: lantern=g/lantern
0.7 stands front land ink=f29a3c line=6b3a26: torch=g/torch
1 stands front land natural=orange,red: fire
0.2 stands front indoors: flashlight
# Furniture and the house
0.95 stands front indoors: chair
1.5 stands front indoors: couch-and-lamp
0.9 stands front indoors: bed
0.7 stands front indoors: toilet bathtub seat
2 stands front indoors,land: door
1.3 stands front indoors: window mirror
0.7 hangs front indoors: framed-picture
0.6 stands front indoors: television desktop-computer mantelpiece-clock
0.35 stands front indoors: laptop printer telephone alarm-clock hourglass-not-done fax-machine
0.15 stands front indoors: mobile-phone watch stopwatch computer-mouse keyboard camera video-camera
0.9 stands front indoors: movie-camera film-projector
1.6 stands front land,indoors: telescope
0.4 stands front indoors: microscope alembic test-tube crystal-ball
1.8 stands front indoors ink=9a6b45 line=4f3326: bookshelf=g/bookshelf
0.3 stands front indoors: books open-book notebook scroll newspaper
0.25 stands front indoors natural=red: book=closed-book
0.3 stands front indoors,land: package basket bucket lotion-bottle soap sponge roll-of-paper toothbrush broom plunger
0.9 stands front land,indoors ink=a9713f line=5a3924 natural=brown: barrel=g/barrel
0.9 stands front land: oil-drum wastebasket
0.6 stands front indoors: fire-extinguisher
# Clothes and things to carry
0.3 stands front indoors,land: crown top-hat womans-hat billed-cap graduation-cap military-helmet rescue-workers-helmet
0.9 stands front indoors: dress kimono t-shirt coat jeans shorts scarf sari
0.2 stands front indoors,land: running-shoe hiking-boot high-heeled-shoe womans-boot mans-shoe ballet-shoes socks gloves glasses sunglasses
0.5 stands front indoors,land: backpack handbag briefcase luggage purse shopping-bags
0.9 stands front land,indoors: umbrella closed-umbrella
0.15 stands front indoors,land: ring gem-stone lipstick ribbon key old-key money-bag coin envelope love-letter red-envelope
0.3 hangs front indoors: nazar-amulet
# Tools, treasure and weapons
0.6 stands front land: hammer axe pick carpentry-saw wrench screwdriver toolbox magnet hook
1.1 stands front land: shovel=n/shovel ladder
0.8 stands front land,indoors: treasure-chest=n/treasure-chest
0.9 stands front land: crossed-swords dagger bow-and-arrow shield bomb
0.8 stands front land: magic-wand bell balance-scale gear
1 stands front land: headstone coffin
0.4 stands front indoors,land: compass magnifying-glass=magnifying-glass-tilted-left loudspeaker megaphone scissors paintbrush pencil artist-palette yarn thread performing-arts abacus
0.3 stands front indoors: pushpin paperclip
0.3 flies front air: red-heart sparkles snowflake
0.9 flies front air: bubbles
0.4 stands front land,indoors: skull bone brick
`;
