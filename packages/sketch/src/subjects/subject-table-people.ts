/** People and figures of tales of the subject table; `subjects.ts` explains a row. */
export const peopleTable = `
# The usual three and what they do
1.75 stands front land tint=f4883a poses=walking>person-walking,running>person-running,cycling>person-cycling,swimming>person-swimming,surfing>person-surfing,rowing>person-rowing,dancing>woman-dancing,meditating>person-meditating,sitting>person-meditating,kneeling>person-kneeling,skiing>skier,snowboarding>snowboarder,riding>rider,golfing>golfer,jumping>person-running: person=person-standing-medium
1.8 stands front land tint=3f97e8 poses=walking>man-walking,running>man-running,cycling>person-cycling,swimming>person-swimming,surfing>man-surfing,rowing>man-rowing,dancing>man-dancing,meditating>man-meditating,sitting>man-meditating,kneeling>man-kneeling,skiing>skier,snowboarding>snowboarder,riding>rider,golfing>golfer,jumping>man-running: man=man-standing-medium-light
1.68 stands front land tint=8d62d6 poses=walking>woman-walking,running>woman-running,cycling>woman-cycling,swimming>woman-swimming,surfing>woman-surfing,rowing>woman-rowing,dancing>woman-dancing,meditating>woman-meditating,sitting>woman-meditating,kneeling>woman-kneeling,skiing>skier,snowboarding>snowboarder,riding>rider,golfing>golfer,jumping>woman-running: woman=woman-standing-medium-light
1.75 stands right land speed=1.4 tint=f4883a: person-walking=person-walking-facing-right-medium
1.8 stands right land speed=1.4 tint=3f97e8: man-walking=man-walking-facing-right-medium-light
1.68 stands right land speed=1.4 tint=8d62d6: woman-walking=woman-walking-facing-right-medium-light
1.7 stands right land speed=3.5 tint=f4883a: person-running=person-running-facing-right-medium
1.75 stands right land speed=3.5 tint=3f97e8: man-running=man-running-facing-right-medium-light
1.65 stands right land speed=3.5 tint=8d62d6: woman-running=woman-running-facing-right-medium-light
1.75 drives left land speed=5: person-cycling=person-biking-medium woman-cycling=woman-biking-medium-light
1.7 drives left land speed=5 drop=0,1,2,3: mountain-biker=person-mountain-biking-medium
0.5 floats left water speed=1 drop=0,14 foot=0.68: person-swimming=person-swimming-medium
0.5 floats left water speed=1 drop=0,16 foot=0.68: woman-swimming=woman-swimming-medium-light
1.6 floats left water speed=4: person-surfing=person-surfing-medium man-surfing=man-surfing-medium-light woman-surfing=woman-surfing-medium-light
1.4 floats right water speed=1 drop=13,20 foot=0.745: person-rowing=person-rowing-boat-medium man-rowing=man-rowing-boat-medium-light
1.4 floats right water speed=1 drop=11,18 foot=0.745: woman-rowing=woman-rowing-boat-medium-light
1.75 stands front land: man-dancing=man-dancing-medium-light woman-dancing=woman-dancing-medium-light
0.95 stands front land,indoors: person-meditating=person-in-lotus-position-medium man-meditating=man-in-lotus-position-medium-light woman-meditating=woman-in-lotus-position-medium-light
1.2 stands right land: person-kneeling=person-kneeling-facing-right-medium man-kneeling=man-kneeling-facing-right-medium-light woman-kneeling=woman-kneeling-facing-right-medium-light
1.6 stands right land speed=6: skier
1.6 stands right land speed=6 drop=0,1,2: snowboarder=snowboarder-medium-light
2.4 stands left land speed=8: rider=horse-racing-medium-light
1.75 stands left land: golfer=person-golfing-medium-light
1.75 stands left land: fencer=person-fencing
1.75 stands front land: acrobat=person-cartwheeling-medium-light
1.3 stands right land: wheelchair-user=person-in-manual-wheelchair-facing-right-medium-light
# Children and the old
1.25 stands front land body=person:boy tint=3f9bea poses=running>man-running,dancing>man-dancing,cycling>person-cycling,riding>rider,swimming>person-swimming,surfing>man-surfing,rowing>man-rowing: boy=boy-medium-light
1.2 stands front land body=person:girl tint=f0628f poses=running>woman-running,dancing>woman-dancing,cycling>woman-cycling,riding>rider,swimming>woman-swimming,surfing>woman-surfing,rowing>woman-rowing: girl=girl-medium-light
1.2 stands front land body=person:child tint=f5b13d poses=running>person-running,cycling>person-cycling,riding>rider,swimming>person-swimming: child=child-medium
0.7 stands front land,indoors body=person:baby tint=8fd0f4: baby=baby-medium-light
1.7 stands front land body=person:old-man tint=7f8a5c: old-man=old-man-medium-light
1.6 stands front land body=person:old-woman tint=9a6cae: old-woman=old-woman-medium-light
# Trades
1.75 stands front land,indoors body=bust:54586b@e3dcea: artist=artist-medium-light
1.75 stands front land body=bust:3b5a94+: farmer=farmer-medium-light
1.75 stands front land,indoors body=bust:e9e3ee+: cook=cook-medium
1.75 stands front land,indoors body=bust:4b4f63@70463f drop=0,1,2,3,4,5: teacher=teacher-medium-light
1.75 stands front land,indoors body=bust:4b4f63: student=student-medium
1.75 stands front land,indoors body=bust:e9e3ee: health-worker=health-worker-medium
1.75 stands front land,indoors body=bust:4a5470+: scientist=scientist-medium-light
1.75 stands front land,indoors body=bust:33405f: technologist=technologist-medium-light office-worker=office-worker-medium
1.75 stands front land,indoors body=bust:2b3040@3d3547: singer=singer-medium
1.75 stands front land body=bust:b8402f@d8343c: firefighter=firefighter-medium-light
1.75 stands front land body=bust:2a3f6e: police-officer=police-officer-medium
1.75 stands front land body=bust:3a3f63: pilot=pilot-medium-light
1.8 stands front space,land body=bust:e6def0: astronaut=astronaut-medium-light
1.75 stands front land body=bust:3f4f7d: construction-worker=construction-worker-medium mechanic=mechanic-medium-light factory-worker=factory-worker-medium
1.9 stands front land body=bust:2c2b33: guard=guard-medium-light
1.75 stands front land body=bust:4d4650+: detective=detective-medium-light
1.75 stands front indoors,land body=bust:robe+: judge=judge-medium
1.75 stands front land,indoors body=bust:2c2b36: man-in-tuxedo=person-in-tuxedo-medium-light
1.65 stands front land,indoors body=bust:robe@f1ecf7: bride=woman-with-veil-medium-light
1.7 stands front land body=bust:robe: woman-with-headscarf=woman-with-headscarf-medium-light
1.75 stands front land body=bust:3d3d4a+: juggler=person-juggling-medium-light
# Figures of tales
1.7 stands front land body=bust:3d3346: ninja=ninja-medium-light
1.65 stands front land body=bust:robe: princess=princess-medium-light
1.75 stands front land body=bust:5b4a8a: prince=prince-medium-light king=person-with-crown-medium-light
1.75 stands front land body=bust:robe+: wizard=man-mage-medium-light witch=woman-mage-medium-light
1.75 stands front land body=bust:4d5b38@5f8f4a: elf=person-elf-medium-light
1.75 stands front land body=bust:2c2b36: vampire=man-vampire-light
1.7 stands front land body=bust:4f5d57: zombie=person-zombie
1.8 stands front land body=bust:2f62c9: superhero=person-superhero-medium-light
1.8 stands front land body=bust:4b3a86: supervillain=person-supervillain-medium-light
1.9 stands front land body=bust:robe: genie=person-genie
1 flies front air,land speed=1: fairy=woman-fairy-medium-light
1.6 swims front underwater,water speed=1: mermaid=woman-merpeople-medium-light
1.6 swims front underwater,water speed=1: merman=man-merpeople-medium-light
0.9 flies front air body=bust:robe: angel=baby-angel-medium-light
1.75 stands front land body=person:santa natural=red: santa=santa-claus-medium-light
1.65 stands front land body=person:santa natural=red: mrs-claus=mrs-claus-medium-light
1.6 stands front land,indoors body=person:robot: robot
1.5 stands front land,space body=person:alien natural=green: alien
1.2 flies front space,air natural=purple: space-invader=alien-monster
1.2 flies front air,land natural=white: ghost
1.8 stands front land body=person:ogre natural=red: goblin ogre
2 stands front land body=bust:5a4a33@5d4a38: troll
1.8 stands front land body=person:clown: clown=clown-face
2.2 stands left land speed=2 natural=brown: bigfoot=n/hairy-creature
1.7 stands front land,indoors: ballerina=n/ballet-dancer-medium-light-skin-tone
2.6 stands right land speed=5 ink=c3c8d6 line=4b5468: knight=g/mounted-knight
2.2 stands left land speed=5 ink=b98a62 line=5f4030: centaur=g/centaur
1.8 stands front land ink=eee9dd line=6d6575 natural=white: skeleton=g/skeleton
1.9 stands front land ink=4b4658 line=201c2b natural=black: grim-reaper=g/grim-reaper
1.8 stands front land ink=d9a85c line=7d5430: scarecrow=g/scarecrow
1.6 stands front land natural=white: snowman=snowman-without-snow
0.4 stands front indoors,land natural=brown: teddy-bear
`;
