<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="things" tilewidth="48" tileheight="42" tilecount="2" columns="0">
 <tile id="0">
  <image source="ship.png" width="40" height="42"/>
  <objectgroup draworder="index">
   <object id="1" name="hull" x="8" y="4" width="24" height="36"/>
  </objectgroup>
 </tile>
 <tile id="1">
  <image source="rock.png" width="48" height="41"/>
  <objectgroup draworder="index">
   <object id="1" name="hull" x="4" y="2" width="40" height="38"><ellipse/></object>
  </objectgroup>
 </tile>
</tileset>
