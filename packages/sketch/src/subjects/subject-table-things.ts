/** Vehicles, buildings and celestial objects of the subject table. `subjects.ts` explains a row. */
export const thingTable = `
# On wheels
1.5 drives left land speed=12 natural=red: car=automobile
1.8 drives left land speed=12 natural=blue: jeep=sport-utility-vehicle
1.9 drives left land speed=12 natural=red: pickup-truck
1 drives left land speed=40 natural=red: racing-car
1.6 drives left land speed=12 natural=yellow: taxi
1.6 drives left land speed=15: police-car
2.6 drives left land speed=15: ambulance
3 drives left land speed=15 natural=red: fire-engine
3 drives left land speed=10: bus trolleybus
2.2 drives left land speed=12: minibus
3.2 drives left land speed=12: truck=delivery-truck
3.8 drives left land speed=12: lorry=articulated-lorry
2.8 drives left land speed=4 natural=green: tractor
1.2 drives left land speed=14 natural=red: motorcycle
1.2 drives left land speed=9 natural=red: scooter=motor-scooter
1.8 drives left land speed=8: rickshaw=auto-rickshaw
1.05 drives left land speed=5: bicycle
1.1 drives left land speed=3: kick-scooter
0.4 drives front land speed=3: skateboard roller-skate
4 drives left land speed=14 body=coaches: train=locomotive
3.6 drives left land speed=50 body=twin: bullet-train
4 drives front land speed=10: metro-train=train
4 drives left land speed=8: railway-car tram-car
4 drives front land speed=8: tram
3 hangs front air speed=4: cable-car=mountain-cableway aerial-tramway suspension-railway
0.5 drives left land,indoors: shopping-cart
1.1 drives left land,indoors: wheelchair=manual-wheelchair
2.6 drives left land speed=2 ink=d8b98a line=6b4a33: wagon=g/old-wagon
2.6 drives left land speed=5 ink=7a8a5a line=3c4630: tank=g/battle-tank
0.6 stands left land ink=b0793f line=5c3d26: wheelbarrow=g/wheelbarrow
0.6 stands left land: sled
# On the water
9 floats right water speed=3 reach=75 drop=11: sailboat
0.9 floats right water speed=1.2 natural=orange,brown drop=5 foot=0.71: canoe
1.6 floats left water speed=12 drop=11: speedboat
3 floats left water speed=8 drop=20: motorboat=motor-boat
16 floats left water speed=6: ferry=n/ferry
22 floats left water speed=6 natural=white: cruise-ship=n/passenger-ship
22 floats left water speed=6: ship=n/ship
16 floats right water speed=4 ink=a4713f line=4b3226: pirate-ship=g/caravel
9 floats left water speed=4 ink=a4713f line=4b3226: viking-ship=g/drakkar
2.5 floats right water speed=1 ink=b98550 line=5c3d26: raft=g/raft
4 swims left underwater,water speed=4 ink=e8b93a line=7a5a1f: submarine=g/submarine
0.8 floats front water natural=red,orange: life-ring=ring-buoy
1 stands front land,underwater natural=gray,blue: anchor
# In the air and in space
5 flies right air speed=70 turn=20 drop=6,19,20,21,22: airplane=airplane-departure
3 flies right air speed=40 natural=red: propeller-plane=small-airplane
3 flies left air speed=20: helicopter
30 flies left air speed=10 ink=b9c0d0 line=5a6378: airship=g/zeppelin
3 flies front air speed=30 ink=d0563e line=6b2a2a: biplane=g/biplane
6 flies front air speed=2: parachute
18 flies front air,land speed=3 ink=e0574b line=8a2a3a reach=60: hot-air-balloon=g/air-balloon
30 flies right space,air speed=60: rocket
35 stands front land ink=eceef4 line=5b6478: space-shuttle=g/space-shuttle
4 flies front air,space speed=6 drop=0,1 turn=-16: flying-saucer
6 flies front space: satellite
1 flies left air natural=red,green: kite
0.5 flies front air natural=red: balloon
8 hangs front space natural=orange: planet=ringed-planet
8 hangs front space natural=blue: earth=globe-showing-americas
3 flies left space,air speed=20: comet
2 hangs front air natural=yellow: star
8 hangs front air,space: crescent-moon
8 hangs front air,space: full-moon
10 stands front land natural=gray: tornado
# Buildings
7 stands front land: hut house house-with-garden houses derelict-house
8 stands front land ink=9a6a43 line=4d3325: cabin=g/wood-cabin
9 stands front land ink=b8433a line=5f2530 natural=red: barn=g/barn
10 stands front land ink=7fa650 line=5c4030: treehouse=g/treehouse
5 stands front land ink=d8574b line=6b3440: mushroom-house=g/mushroom-house
14 stands front land ink=5f587a line=2b2740: haunted-house=g/spooky-house
9 stands front land ink=b58a62 line=5c4234: water-mill=g/water-mill
30 stands front land: castle
35 stands front land natural=red: japanese-castle
30 stands front land ink=c85a48 line=5a2c34: pagoda=g/pagoda
18 stands front land: church wedding-chapel=wedding
25 stands front land: mosque synagogue hindu-temple
8 stands front land natural=red: torii=shinto-shrine
15 stands front land: kaaba classical-building bank
30 stands front land: office-building hotel
18 stands front land: hospital department-store
12 stands front land: school post-office
7 stands front land: convenience-store
25 stands front land: factory stadium
60 stands front land natural=red: tokyo-tower
30 stands front land: ferris-wheel
20 stands front land: roller-coaster
10 stands front land: circus-tent
3 stands front land: carousel-horse playground-slide
25 stands front land: building-construction
3 stands front land: fountain
4 stands front land natural=gray: moai
1.8 stands front land natural=green drop=0,1,2,3,4: tent
3 stands front land ink=f2f5fb line=8fa6c8 natural=white: igloo=g/igloo
4 stands front land ink=d9b184 line=7a4f36: tipi=g/tipi
40 stands front land ink=dcb36b line=8f6a3c natural=yellow: pyramid=g/great-pyramid
12 stands front land ink=d8b272 line=8a653b: sphinx=g/greek-sphinx
35 stands front land ink=c9a878 line=5f4a40: clock-tower=g/clock-tower
14 stands front land ink=a9b4c4 line=4f5b70: water-tower=g/water-tower
12 stands front land ink=a77a4d line=553a2a: watchtower=g/watchtower
2.6 stands front land ink=a98d6a line=54412f: well=g/well
2.5 stands front land: bus-stop
2.2 stands front land drop=0,1: beach-umbrella=umbrella-on-ground
1.2 stands front land: mailbox=closed-mailbox-with-raised-flag postbox
1.6 stands front land: fuel-pump
1 stands front land: traffic-barrier=construction stop-sign
1.8 stands front land ink=a9743f line=553822: signpost=g/direction-sign
6 stands front land natural=green: christmas-tree
`;
