<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="ground" tilewidth="8" tileheight="8" tilecount="4" columns="4">
 <image source="tiles.png" width="32" height="8"/>
 <tile id="0" type="solid"/>
 <tile id="1">
  <properties>
   <property name="one_way" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="2">
  <animation>
   <frame tileid="2" duration="100"/>
   <frame tileid="3" duration="200"/>
  </animation>
 </tile>
</tileset>
