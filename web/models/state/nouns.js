// Written by tools/language-model/common_nouns.py: the 1,000 nouns that the tagged texts of WordNet 3.0 have most often.
// WordNet is Princeton University's; its licence is models/headscope-small/WordNet.txt.
export const COMMON_NOUNS = `
ability absence account achievement act action activity advantage advice affair afternoon age agency agent agreement air allotment america
amount anaconda analysis anger animal anode antibody anxiety apartment apparatus appeal appearance application april arc area argument arm
army arrangement arrow art article artist aspect assistance association assumption atmosphere atom attention attitude audience author
authority award baby background balance ball band bank bar barn baseball basement basis bastard battery battle beam beauty bed bedroom bee
beer beginning behavior being belief bench benefit bill bird bit blanket block blood blow board body bond book bottle bottom box boy brain
branch breath brigade brother building bullet business c camera camp campaign candidate capacity capital captain car career case cat
category cattle cell cent center century chain chair chance chapter character characteristic cheek chest chicago chicken child chlorine
choice christ church circle circumstance citizen city civilization clarity class clothes cloud club cm coach coast coat coffee collage
college colonel color column combination comedy command comment commission committee communication communism community companion company
comparison competition complement completion component composer comrade concentration concept conception conclusion condition confidence
conflict confusion congregation congress conjugate connection conscience consciousness consequence consideration construction contact
content context contract contrast contribution control conversation conviction cop corner corporation corpse cost country county couple
course court cow creature credit crew crime crisis crowd cuba culture cup curiosity current curve customer dallas danger darkness data date
daughter day death debate decade decision defense definition degree demonstration density department depth description desire desk despair
detail detective detergent development device devil diameter dictionary difference difficulty dignity dinner direction director dirt
discharge discovery discussion disease distance distinction distribution district division doctor doctrine dog dollar door doubt drama dream
driver drug dust duty ear earth earthquake economy edge editor education effect efficiency effluent effort egg election element emotion
emphasis employee employment end enemy energy england entrance entry environment equipment equivalent error establishment europe evening
event evidence examination example exception exchange excitement exercise existence expenditure expense experience experiment expert
explanation expression extension extent eye face facility fact factor factory failure faith family farm farmer fashion father fear feature
feeling fellow female fence field fig fighting figure film finding finger fire fist flag flesh flight floor flow flower fluid flux fog
folklore food fool foot force forest form formation formula fraction frame freedom frequency friday friend front function fund funds future
game garden gas gate generation georgia gesture girl glass goal god gold government grade gram grass ground group growth guard guest gun guy
hair hall hand hat hatred head health hearing heart heat height hen hero hill historian history holder hole holmes home horror horse
hospital host hotel hour house hr humor husband hut hypothalamus ice idea identification identity illusion image imagination imitation
impact importance impression improvement impulse inch incident income independence individual industry influence information injury instance
instant institution instruction instrument integration intensity interest interval investigation iodine iron item jew job journey joy
judgment june jury justice key kid kind king kitchen knee knowledge l labor laboratory lack lady land landscape language law leader
leadership leaf leg length lesson letter level liberal lieutenant life light line lip liquor list literature load loan location loss lot
lung ma machine machinery magnitude majority man management manager manner manufacturer march market marketing marriage mass master material
matter maturity meal meaning means measurement meeting member membership memory men message metal method mexican mg mile milk milligram mind
mine minute mission mistake mixture model moment monday money month mood moon morning mother motion motive mountain mouth movement movie mud
murder muscle music musician mystery name nation nature necessity neck negro neighbor neighborhood network news newspaper night noise north
nose nothing notion novel november number oath object objective observation observer occasion occurrence office officer official onset
operation operator opinion opportunity order organization outcome owner oxidation oxygen pa pace page pain painting pair pansy papa paper
parent paris park part particle party passage path patient pattern payment peace people percent percentage performance period person
personnel petitioner phase phenomenon philosophy photograph picture piece pitcher place plane planet planning plant player pleasure plot
pocket point police policy politics polynomial pond pool population porch portion position possibility pound powder power practice
preparation presence president pressure prevention price principle probability problem procedure process product production professor
program progress proof property proposal protection protein provision purpose quality quantity queen question radiation radio rage rain
range rank rate ratio reaction reader reading reality rear reason recognition recommendation record recording recreation reduction reference
reflection regiment region relation relationship relief religion representation requirement research resolution resource respect response
responsibility rest result rifle river road rock role roof room row rule safety sale salesman saline sample saturday scale scene school
science score sea season seat secretary section security self sense sentence september sequence series serum service services session sewage
sex shade shadow shape shear sheet shell shelter ship shoe shooting shore shot shoulder side sight significance silence sin sir sister site
situation size sketch skill skin sky slave smoke snake snow society soil soldier solution son song sort soul sound source south southerner
space specialist species spectrum speech speed spirit spot spring square staff stage staining standard state statement station status steel
stem step steps stick stock stockholder stomach stone store story stream street strength stress strip structure struggle student study style
subject substance success suffering suggestion sum summer sun sunday surface symbol sympathy system table tale talent tangent target task
taste tax teacher team technique telephone temperature tendency tension term text theology theory thing thought thousand threat throat
thyroid time tissue title today tomorrow tone tongue tool tooth top town trade tradition training treatment tree trend trial trip troops
trouble truck truth tsh tsunami tube tumor type understanding uniform union unit unity university vacation valley value values variation
variety velocity victory view village violence virginia vision voice volume wage wagon wall war warning washington water wave wavelength way
weakness weapon weather week weight west while whisky wife wind window wing winter wire woman wood woods word words worker world wound
writer writing yard year years youth
`;
