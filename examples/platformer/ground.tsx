<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="ground" tilewidth="16" tileheight="16" tilecount="18" columns="6">
 <image source="tiles.png" width="96" height="48"/>
 <tile id="0" type="solid"/>
 <tile id="1" type="solid"/>
 <tile id="2" type="solid"/>
 <tile id="3" type="solid"/>
 <tile id="4" type="solid"/>
 <tile id="5" type="solid"/>
 <tile id="6" type="solid"/>
 <tile id="7" type="solid"/>
 <tile id="8" type="solid"/>
 <tile id="9" type="solid"/>
 <tile id="10" type="solid"/>
 <tile id="11" type="solid"/>
 <tile id="12" type="solid"/>
 <tile id="13" type="solid"/>
 <tile id="14" type="solid"/>
 <tile id="15" type="solid"/>
 <tile id="16" type="one_way"/>
 <tile id="17" type="solid"/>
</tileset>
